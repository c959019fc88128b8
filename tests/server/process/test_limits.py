"""Rate limits."""

from __future__ import annotations

from rectoverso.server.process.limits import Bucket, Buckets


def test_a_bucket_allows_a_burst_and_then_a_rate() -> None:
    bucket = Bucket(rate=2.0, burst=3.0, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1.0) for _ in range(3)] == [True, True, False]
    assert bucket.take(100.0)


def test_full_buckets_are_forgotten() -> None:
    buckets = Buckets(rate=1.0, burst=1.0)
    for number in range(Buckets.LIMIT + 10):
        assert buckets.take(str(number), number / 100)
    assert len(buckets._buckets) <= Buckets.LIMIT
    assert not buckets.take(str(Buckets.LIMIT + 9), (Buckets.LIMIT + 9) / 100)
