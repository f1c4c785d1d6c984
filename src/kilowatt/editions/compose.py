"""Edition + board + seats + options -> Rules, in one fixed order: edition, board, number of players, options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.editions import pickling, registry, revisions, stacks
from kilowatt.editions.city_spaces import put_spaces
from kilowatt.editions.engine_board import make_board
from kilowatt.editions.fuel_tables import put_cards, put_fuel, put_refill
from kilowatt.editions.options import BadOption, defaults, marks_allowed, put_options, resolve
from kilowatt.editions.overlays import Overlay
from kilowatt.editions.own_cards import NO_FUEL, check_deck, check_fits, deck_of
from kilowatt.editions.parts import BOARD, Parts, parts_of, playable
from kilowatt.editions.policy_making import make_policy
from kilowatt.editions.preparation_checks import check_end, check_starting_cities, check_trust_cities
from kilowatt.editions.schema import SEATS, BadData, DeckData, at_seats, threshold
from kilowatt.engine import tasks
from kilowatt.engine.policies import AXES
from kilowatt.engine.rules import Plant, Rules

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardData, EditionData, FuelData
    from kilowatt.engine.policies import Policy

FOLLOW = frozenset(
    {
        *("backs_public", "composed", "draft", "fuel_cards_printed", "layers_share_cards", "no_end_card"),
        "trust_plays",
    }
)
"""What is true or false of rules and follows from cards, boards and options."""
SWITCHES = frozenset({name for name, value in vars(Rules()).items() if isinstance(value, bool)} - FOLLOW)
"""Switches a data file may set: what else is true or false of rules."""
JOINTS = {
    "setup": "setup_tasks",
    "round": "round_tasks",
    "after_sale": "after_sale",
    "after_opting_out": "after_opting_out",
    "after_house": "after_house",
    "auction_end": "auction_end",
}

OF_AREA = "a"
"""What the name of an area's plant ends with."""
MINE = "mine"
"""The kind of a plant that is a mine."""
CHECKED_LESS = 2
"""Up to this revision boards, fuel tables and preparations were checked less; records of those games stay readable."""


def compose(
    ruleset: str, seats: int, options: dict[str, Any] | None = None, revision: int = registry.REVISION
) -> Rules:
    """Make the rules of one game; `BadOption` names what is wrong with a request, `BadData` with a file."""
    if not revisions.known(revision):
        raise BadOption("revision", f"{revision!r} of {ruleset!r} is not known here; update kilowatt")
    parts = parts_of(ruleset, {} if options is None else options, strict=revision > CHECKED_LESS)
    try:
        return _composed(parts, seats, revision)
    except BadData as error:
        if not parts.embedded:
            raise
        raise BadOption(BOARD, error.place_and_reason(), error) from None


def _composed(parts: Parts, seats: int, revision: int) -> Rules:
    edition, board, fuel = parts.edition, parts.board, parts.fuel
    rules = Rules()
    rules.id = parts.id
    rules.title = parts.title
    rules.revision = revision
    for name, value in revisions.defaults(revision).items():
        setattr(rules, name, value)
    rules.composed = parts.composed
    if board is not None:
        rules.board = make_board(board)
        rules.chapter = board.chapter
        rules.doubts = tuple(board.doubts)
    chosen = resolve(edition, board, rules.board, seats, parts.options)
    rules.seats = seats
    rules.options = {**chosen, **parts.embedded}
    rules.trust_plays = bool(chosen["trust"])
    key = f"{seats}-trust" if rules.trust_plays else str(seats)

    file = f"{edition.id}.toml"
    deck = chosen_deck(chosen, edition, fuel, seats, strict=revision > 1)
    put_deck(rules, deck, fuel)
    if board is not None:
        put_area_plants(rules, board, fuel)
    put_edition(rules, edition, board, key, file)
    put_fuel(rules, fuel, seats, strict=revision > CHECKED_LESS)
    put_cards(rules, fuel, deck, seats)
    check_cites(registry.cites(edition.id), "cites.toml", edition.id)
    cites = {**registry.cites(edition.id), **edition.cites}
    if not cites:
        raise BadData(file, "cites", "", "missing: say which rule is behind each refusal")
    put_overlay(rules, Overlay(edition.switches, edition.policies, edition.tasks, cites), key, file)
    rules.borrowed = edition.borrowed.get(key, {})
    check_cites(rules.borrowed, file, f"borrowed.{key}")
    for overlay in special_rules(board, edition):
        put_overlay(rules, overlay, key, f"{board.id if board else ''}.toml", "rules.")
    if rules.trust_plays and rules.trust_refills_for_three:
        put_refill(rules, fuel, seats + 1, "the Trust counts as one more player for the refill")
    try:
        put_stack(rules, edition, board, key, file)
    except BadData as error:
        if chosen["deck"] is None:
            raise
        raise BadOption("deck", f"does not fit the preparation of this game: {error.reason}") from None
    drop_tasks(rules, put_options(rules, edition, chosen))
    give_slots(rules)
    rules.index()
    if board is not None:
        strict = revision > CHECKED_LESS
        check_end(rules, board, key, file, strict=strict)
        if strict and tasks.TRUST_CITIES in rules.setup_tasks:
            check_trust_cities(rules, board, key)
        if strict and tasks.MARK_STARTS in rules.setup_tasks:
            check_starting_cities(rules)
    return rules


def special_rules(board: BoardData | None, edition: EditionData) -> list[Overlay]:
    """List what a board sets where it is played by this edition; the last one decides."""
    return board.rules.within(edition.id) if board is not None and board.rules is not None else []


def chosen_deck(chosen: dict[str, Any], edition: EditionData, fuel: FuelData, seats: int, *, strict: bool) -> DeckData:
    """Return the edition's deck, or the one of the options; records of revision 1 may hold decks refused now."""
    printed = registry.deck(edition.deck)
    own = chosen["deck"]
    if own is None:
        return printed
    try:
        deck = deck_of("deck", own)
        check_deck("deck", deck, fuel.fuels, strict=strict)
        check_fits("deck", deck, printed, fuel, seats, strict=strict)
    except BadData as error:
        raise BadOption("deck", error.place_and_reason()) from None
    return deck


def put_deck(rules: Rules, deck: DeckData, data: FuelData) -> None:
    """Make the plant cards."""
    rules.backs = tuple(deck.backs)
    rules.end_card = deck.end_card
    for plant in deck.plants:
        names = data.hybrid if plant.fuel == "hybrid" else () if plant.fuel in NO_FUEL else (plant.fuel,)
        for name in names:
            if name not in data.fuels:
                raise BadData(f"{deck.id}.toml", f"plants.{plant.id}", "fuel", f"this game has no fuel {name!r}")
        slots = tuple(sorted(data.fuels.index(name) for name in names))
        back = deck.backs.index(plant.back)
        rules.plants.append(
            Plant(
                plant.id, plant.number, plant.fuel, slots, plant.need, plant.cities, plant.income, back, plant.printed
            )
        )


def put_area_plants(rules: Rules, board: BoardData, fuel: FuelData) -> None:
    """Add the plants of areas behind those of the deck; each has the number and the back of the one it replaces."""
    ids = {plant.id: card for card, plant in enumerate(rules.plants)}
    areas = [area.id for area in rules.board.areas]
    rows: list[tuple[int, int, int]] = []
    for area, cards in board.area_plants.items():
        if area not in areas:
            raise BadData(f"{board.id}.toml", "area_plants", area, "there is no such area")
        for card in cards:
            if card.fuel not in (*NO_FUEL, *fuel.fuels):
                raise BadData(f"{board.id}.toml", f"area_plants.{area}", "fuel", f"there is no fuel {card.fuel!r}")
            if card.plant in ids:  # a deck of a table's own may lack it
                old = rules.plants[ids[card.plant]]
                slots = () if card.fuel in NO_FUEL else (fuel.fuels.index(card.fuel),)
                rows.append((areas.index(area), ids[card.plant], len(rules.plants)))
                name = f"{card.plant}{OF_AREA}"
                own = (name, old.number, card.fuel, slots, card.need, card.cities, 0, old.back)
                rules.plants.append(Plant(*own, printed=True))
    rules.swap_area = tuple([area for area, _, _ in rows])
    rules.swap_old = tuple([old for _, old, _ in rows])
    rules.swap_new = tuple([new for _, _, new in rows])


def put_edition(rules: Rules, edition: EditionData, board: BoardData | None, key: str, file: str) -> None:
    """Take over the edition's numbers; a board may have thresholds of its own."""
    rules.start_money = edition.start_money.value
    rules.plant_limit = at_seats(file, "plant_limit", edition.plant_limit, key, int)
    rules.current_size = edition.tables.current_size
    rules.tie_breaks = tuple(edition.tables.tie_breaks)
    for name in rules.tie_breaks:
        if name not in ("money", "cities"):
            raise BadData(file, "tables", "tie_breaks", f"expected money and cities, not {name!r}")
    if edition.payment is not None:
        rules.payment = edition.payment.values
    if edition.least_income is not None:
        rules.least_income = edition.least_income.value
    if edition.house_costs is not None:
        first, second, third = edition.house_costs.values
        rules.house_costs = (first, second, third)
    if board is not None:
        put_spaces(rules, board, key)
        rules.area_count = threshold("areas", edition, board, key)
        rules.step2_at = threshold("step2_cities", edition, board, key)
        rules.end_at = threshold("end_cities", edition, board, key)


def put_overlay(rules: Rules, overlay: Overlay, key: str, file: str, within: str = "") -> None:
    """Set what an edition or a board says of switches, policies, task orders and citations."""
    for name, value in overlay.switches.items():
        if name not in SWITCHES:
            raise BadData(file, f"{within}switches", name, f"expected one of {', '.join(sorted(SWITCHES))}")
        setattr(rules, name, value)
    for axis, params in overlay.policies.items():
        if axis not in AXES:
            raise BadData(file, f"{within}policies", axis, f"expected one of {', '.join(AXES)}")
        policy = make_policy(rules, params, key, file, f"{within}policies.{axis}")
        if not isinstance(policy, AXES[axis]):
            raise BadData(file, f"{within}policies.{axis}", "name", f"{params['name']!r} is no policy of {axis}")
        setattr(rules, axis, policy)
    put_mines(rules)
    for joint, names in overlay.tasks.items():
        if joint not in JOINTS:
            raise BadData(file, f"{within}tasks", joint, f"expected one of {', '.join(JOINTS)}")
        for name in names:
            if name not in tasks.BY_NAME:
                raise BadData(file, f"{within}tasks.{joint}", name, "there is no such task")
        setattr(rules, JOINTS[joint], tuple(tasks.BY_NAME[name] for name in names))
    put_numbers(rules, overlay)
    check_cites(overlay.cites, file, f"{within}cites")
    rules.cites.update(overlay.cites)


def put_mines(rules: Rules) -> None:
    """Turn plants into mines: they burn and supply nothing; what is printed as cities multiplies a price [AT-AU-03]."""
    for card, plant in enumerate(rules.plants):
        if rules.fuel_supply.is_mine(card) and plant.kind != MINE:
            plant.kind, plant.fuels, plant.need, plant.stores = MINE, (), 0, 0
            plant.cities, plant.income = 0, plant.cities


def put_numbers(rules: Rules, overlay: Overlay) -> None:
    """Set the numbers that an overlay changes."""
    if overlay.current_size is not None:
        rules.current_size = overlay.current_size
    if overlay.unsold_leave is not None:
        rules.unsold_leave = overlay.unsold_leave
    for plant in rules.plants:
        plant.need += overlay.extra_need.get(plant.kind, 0)


def check_cites(cites: dict[str, str], file: str, table: str) -> None:
    """Refuse to cite a rule that is not in the ledger."""
    for code, rule in cites.items():
        if rule not in registry.rules():
            raise BadData(file, table, code, f"there is no rule {rule!r}")


def put_stack(rules: Rules, edition: EditionData, board: BoardData | None, key: str, file: str) -> None:
    """Lay the plant stack by the edition, with what the board changes."""
    stack = edition.trust_stack if rules.trust_plays and edition.trust_stack else edition.stack
    for overlay in special_rules(board, edition):
        if overlay.stack is not None:
            stack = overlay.stack if overlay.stack.kind else stack.changed_by(overlay.stack)
    needs_removed = stack.kind != "planned" and stack.removed is None
    removed = at_seats(file, "removed", edition.removed, key, list[int]) if needs_removed else []
    stacks.lay(rules, stack, removed, key, file)


def drop_tasks(rules: Rules, idle: set[int]) -> None:
    """Leave out the tasks of modules that are not in play."""
    for joint in JOINTS.values():
        setattr(rules, joint, tuple(task for task in getattr(rules, joint) if task not in idle))


def give_slots(rules: Rules) -> None:
    """Assign each policy its slots of the state."""
    for axis in AXES:
        policy: Policy = getattr(rules, axis)
        policy.base = rules.slots
        rules.slots += policy.slot_count + policy.seat_slots * rules.seats


def infos() -> list[registry.RulesetInfo]:
    """List every ruleset with the options a table may set and their defaults at four seats."""
    rows: list[registry.RulesetInfo] = []
    for row in registry.rulesets().values():
        edition = registry.edition(row.edition)
        options = defaults(edition, 4)
        options["trust"] = edition.trust.default
        board = registry.board(row.board) if row.board else None
        if board is not None and not board.trust:
            del options["trust"]
        if board is not None and not marks_allowed(board):
            del options["starting_cities"]
        seats = playable(edition, board) if board is not None else SEATS
        chapter = board.chapter if board is not None else ""
        info = (row.id, registry.title(row), row.edition, row.board, seats, options, row.composed)
        rows.append(registry.RulesetInfo(*info, chapter=chapter))
    return rows


pickling.register(compose)
