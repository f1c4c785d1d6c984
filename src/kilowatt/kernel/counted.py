"""Which fields of the C records are rows: another field says how many members each has."""

from __future__ import annotations

from typing import Final

COUNTED: Final = {
    "Game": {
        "agenda": "agenda_size",
        "order": "order_size",
        "areas": "area_size",
        "market": "market_size",
        "plants": "plant_count",
        "hands": "hand_size",
        "seq": "seq_size",
        "group_back": "group_back_size",
        "group_mask": "group_mask_size",
        "group_left": "group_left_size",
    },
    "Tables": {
        "burns": "fuels",
        "tie_marks": "tie_mark_size",
        "seq": "seq_size",
        "group_back": "group_back_size",
        "group_mask": "group_mask_size",
        "group_left": "group_left_size",
        "zones": "zone_size",
        "zone_areas": "zone_size",
        "opening": "opening_size",
        "payment": "payment_size",
        "fixed_order": "fixed_order_size",
        "trust_placements": "trust_placement_size",
        "contractor": "contractor_size",
        "extra_cards": "extra_size",
        "setup_tasks": "setup_size",
        "round_tasks": "round_size",
        "after_sale": "after_sale_size",
        "after_opting_out": "after_opting_out_size",
        "after_house": "after_house_size",
        "auction_end": "auction_end_size",
    },
}
"""Rows: fields that have as many members as another field says."""
