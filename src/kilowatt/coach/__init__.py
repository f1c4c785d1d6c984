"""The coach: advice, reviews and puzzles. A pure library above the bots; knows no server and no network."""

from __future__ import annotations

from kilowatt.bots.values import chances
from kilowatt.coach.advise import Advice, Choice, Worth, advise, plant_worths
from kilowatt.coach.moved import moved
from kilowatt.coach.plan import Plan, Step
from kilowatt.coach.review import Review, review
from kilowatt.coach.saying import Claim, claim_text

__all__ = [
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
    "moved",
    "plant_worths",
    "review",
]
