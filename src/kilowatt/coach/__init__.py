"""The coach: advice, reviews and puzzles. A pure library above the bots; knows no server and no network."""

from __future__ import annotations

from kilowatt.coach.advise import LEVELS, Advice, Choice, Worth, advise, plant_worths
from kilowatt.coach.claims import Claim, claim_text
from kilowatt.coach.plan import Plan, Step
from kilowatt.coach.review import Review, review
from kilowatt.coach.win_chances import chances

__all__ = [
    "LEVELS",
    "Advice",
    "Choice",
    "Claim",
    "Plan",
    "Review",
    "Step",
    "Worth",
    "advise",
    "chances",
    "claim_text",
    "plant_worths",
    "review",
]
