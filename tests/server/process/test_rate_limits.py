"""Rate limits."""

from __future__ import annotations

import pytest

from rectoverso.server.process.rate_limits import Bucket, Buckets, limited_address


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


def test_several_at_once_count_each() -> None:
    bucket = Bucket(rate=1.0, burst=3.0, now=0.0)
    assert bucket.take(0.0, 3)
    assert not bucket.take(0.0)
    assert not bucket.take(2.0, 3)
    assert not bucket.take(2.5)
    assert bucket.take(3.0)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1:2", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("::1", "::1"),
        ("fe80::1%eth0", "fe80::/64"),
        ("local", "local"),
        ("x" * 1000, "x" * 64),
    ],
)
def test_an_ipv6_address_counts_by_its_network(address: str, counted: str) -> None:
    assert limited_address(address) == counted
