"""Choices: quiet hours and daily letters by the clock on the wall of whoever gets them."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horta.server.messages.choices import DAY, Choices, read_time, told_time

MINUTES = st.integers(0, DAY - 1)
ZONES = st.sampled_from(
    ["UTC", "Europe/Brussels", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"]
)
MOMENTS = st.floats(1.7e9, 2.0e9)


def local(at, zone):
    return datetime.datetime.fromtimestamp(at, ZoneInfo(zone))


def minute(at, zone):
    shown = local(at, zone)
    return shown.hour * 60 + shown.minute


@given(MINUTES)
def test_times_are_read_as_they_are_written(time):
    assert read_time(told_time(time)) == time


@given(MINUTES, MINUTES, ZONES, MOMENTS)
def test_nothing_goes_out_in_quiet_hours_and_nothing_waits_longer(first, last, zone, at):
    choices = Choices(quiet_from=first, quiet_until=last, zone=zone)
    out = choices.awake(at)
    span = (last - first) % DAY
    assert at <= out <= at + (span + 121) * 60  # clocks that are put back make a night longer
    if out == at:
        return
    shown = (minute(at, zone) - first) % DAY
    assert shown < span  # it was in the quiet hours
    skipped = 60  # what clocks that are put forward leave out
    assert (minute(out, zone) - last) % DAY <= skipped


@given(MINUTES, ZONES, MOMENTS)
def test_a_daily_letter_comes_within_a_day(time, zone, at):
    out = Choices(mail="digest", digest_at=time, zone=zone).digest(at)
    assert at < out <= at + (DAY + 121) * 60
    assert (minute(out, zone) - time) % DAY <= 60


@pytest.mark.parametrize(
    ("at", "out"),
    [
        ("2027-03-28T01:00+01:00", "2027-03-28T07:00+02:00"),  # clocks go forward in this night
        ("2027-10-31T01:00+02:00", "2027-10-31T07:00+01:00"),  # and back in this one
        ("2027-06-01T23:00+02:00", "2027-06-02T07:00+02:00"),
        ("2027-06-01T06:59:59+02:00", "2027-06-01T07:00+02:00"),
        ("2027-06-01T07:00+02:00", "2027-06-01T07:00+02:00"),
        ("2027-06-01T21:59:59+02:00", "2027-06-01T21:59:59+02:00"),
    ],
)
def test_a_night_has_the_hours_that_it_has(at, out):
    choices = Choices(quiet_from=22 * 60, quiet_until=7 * 60, zone="Europe/Brussels")
    moment, expected = (datetime.datetime.fromisoformat(one).timestamp() for one in (at, out))
    assert choices.awake(moment) == expected


def test_a_daily_letter_waits_for_the_end_of_the_quiet_hours():
    choices = Choices("digest", 6 * 60, 22 * 60, 7 * 60, "UTC")
    midnight = datetime.datetime(2027, 6, 1, tzinfo=datetime.UTC).timestamp()
    assert choices.digest(midnight) == midnight + 7 * 3600


def test_a_zone_that_is_gone_is_that_of_the_sea():
    assert Choices(zone="Atlantis/Poseidonis").awake(1.8e9) == 1.8e9
