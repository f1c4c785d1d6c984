"""What holds for every test."""

import gc

from kilowatt.cli.threads import one_thread_each

one_thread_each()


def pytest_collection_finish() -> None:
    """Set aside what is loaded: thousands of collected tests, which every full garbage collection would look at."""
    gc.collect()
    gc.freeze()
