"""The ends of a bootstrapped interval are exact order statistics."""

from __future__ import annotations

from kilowatt import statistics


def test_the_ends_are_the_51st_and_the_1950th_of_2000_sorted_means() -> None:
    """Each side leaves out 50 of the 2,000 means that were drawn, whatever the sizes of the clusters."""
    clusters = [[float(number**2)] * (1 + number % 3) for number in range(23)]
    means: list[float] = []
    for times in statistics._draws(len(clusters)):
        drawn = [value for cluster, count in zip(clusters, times, strict=True) for value in cluster * int(count)]
        means.append(sum(drawn) / len(drawn))
    means.sort()
    assert len(means) == 2000
    assert len({round(mean, 6) for mean in means[45:55] + means[1945:1955]}) == 20, "neighbours can be told apart"
    low, high = statistics.bootstrap(clusters)
    assert (round(low, 6), round(high, 6)) == (round(means[50], 6), round(means[1949], 6))
