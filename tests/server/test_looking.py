"""When a turn is announced to a player who looks now and then: a look delays, and an open turn is announced twice."""

from pathlib import Path

from tests.server.friends import AFTER, DAYS, friends, subscribe
from tests.server.kit import cut_off, later, run
from tests.server.sinks import http_sink


def test_a_look_delays_a_notification(tmp_path: Path) -> None:
    """A player who has looked and gone without a move is notified a while after that look, and not before."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, push_contact="mailto:host@example.org") as two:
            await subscribe(two.bob, sink)
            await two.new_turn()
            later(AFTER - 1)
            async with two.bob.sit(two.code):
                pass
            await cut_off(two.server, two.code, 1)
            later(AFTER - 1)
            assert await two.round() == 0
            assert await two.states() == ["waiting"]
            later(2)
            assert await two.round() == 1
            assert len(sink.got) == 1

    run(check())


def test_a_visible_page_counts_as_looking_and_a_hidden_one_does_not(tmp_path: Path) -> None:
    """While a player can see the table nothing is sent; a page in the background holds nothing back."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, push_contact="mailto:host@example.org") as two:
            await subscribe(two.bob, sink)
            await two.new_turn()
            presence = two.server.server.presence
            async with two.bob.sit(two.code) as page:
                await presence.flush()
                later(AFTER + 1)
                assert await two.round() == 0, "the page is visible, and said so less than a beat ago"
                await page.look(visible=False)
                await page.ping()
                await presence.flush()
                later(AFTER + 1)
                room = two.server.server.registry.rooms[two.code]
                assert room.connected() == {1}
                presence._note(room, 1)
                await presence.flush()
                assert await two.round() == 1, "a page in the background does not count"
            assert len(sink.got) == 1

    run(check())


def test_a_turn_is_announced_once_more_at_half_its_time(tmp_path: Path) -> None:
    """A turn that is still open when half of its time is gone is announced once more, and never a third time."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, push_contact="mailto:host@example.org") as two:
            browser = await subscribe(two.bob, sink)
            await two.new_turn()
            later(AFTER + 1)
            assert await two.round() == 1
            later(DAYS.days * 86400 / 2 - 2 * AFTER)
            assert await two.round() == 0
            later(AFTER)
            assert await two.round() == 1
            later(DAYS.days * 86400 / 4)
            assert await two.round() == 0
            first, second = (browser.read(got.body) for got in sink.got)
            assert second["title"] == "Half of your time is gone: Night train"
            assert first["tag"] != second["tag"], "a browser shows it anew"

    run(check())


def test_a_turn_that_was_not_announced_is_reminded_of_only(tmp_path: Path) -> None:
    """Where both are due at once, as after a night of quiet hours, the reminder alone is sent."""

    async def check() -> None:
        async with http_sink() as sink, friends(tmp_path, push_contact="mailto:host@example.org") as two:
            await subscribe(two.bob, sink)
            await two.new_turn()
            await two.round()
            later(DAYS.days * 86400 / 2 + 1)
            assert await two.round() == 1
            assert await two.states() == ["withdrawn"]
            assert await two.states("half") == ["sent"]

    run(check())
