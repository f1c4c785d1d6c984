"""The page's icons: `python -m tools.icons`."""

from tools.icons import FOLDER, icons


def test_the_icons_are_drawn_from_the_pages_own_drawing() -> None:
    """Every committed icon is what the tool draws from `icon.svg` now."""
    for name, drawn in icons().items():
        assert (FOLDER / name).read_bytes() == drawn, name
