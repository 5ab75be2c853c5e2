"""Studies with Belle Époque: who owns which card, and the way to the closing phase."""

from __future__ import annotations

from b93_study import Study, asked, do, options, table

CUBES = ("wood", "iron", "stone", "glass", "joker")


def belle(*cards, players=3, owner=0, rows=(1, 2, 3, 4, 5), **given):
    """A study in which a seat built the pavilions of some rows and owns these cards.

    Without an owner the cards lie there to be taken.
    """
    rest = [k for k in range(1, 33) if k not in cards]
    laid = dict(zip(rows, cards, strict=False))
    filler = iter(rest)
    lying = [laid[row] if row in laid else next(filler) for row in range(1, 6)]
    study = Study(players=players, belle=True, cards=lying, **given)
    study.strip = [2, 3, 6, 7, 10]  # steps of the Palace and the Architect, nothing else
    if owner is not None:
        for row in laid:
            study.pavilion(row, owner)
    return study


def act(match, space, *texts):
    """Place an assistant with a bid of 1, then go on."""
    do(match, f"place {space}")
    if asked(match) == "bid":
        do(match, "bid 1")
    return do(match, *texts)


def closing(match):
    """Let everybody pass and use prizes for their power, until a card or the next round asks."""
    while not match.over and asked(match) in ("turn", "prize", "power"):
        do(match, "pass" if asked(match) == "turn" else options(match)[0])
    return match


def is_used(match, card):
    """Whether a card lies face down."""
    return next(p["used"] for p in table(match)["belle"]["pavilions"] if p["card"] == card)


def owner_of(match, card):
    """The seat that owns a card."""
    return next(p["owner"] for p in table(match)["belle"]["pavilions"] if p["card"] == card)


def cubes(**counts):
    """All kinds of cubes, with these counts."""
    return {**dict.fromkeys(CUBES, 0), **counts}


def payments(match, target):
    """Every payment for a target, as sorted pairs of kind and number, with where it leads."""
    start = table(match)["seats"][match.to_play]
    found, stack = {}, [do(match.copy(), f"build {target}")]
    while stack:
        here = stack.pop()
        if asked(here) == "pay":
            stack += [do(here.copy(), text) for text in options(here)]
            continue
        seat = table(here)["seats"][match.to_play]
        paid = {kind: start["cubes"][kind] - seat["cubes"][kind] for kind in CUBES}
        paid["francs"] = start["money"] - seat["money"]
        key = tuple(sorted((kind, count) for kind, count in paid.items() if count))
        assert key not in found, "each payment is reached once"
        found[key] = here
    return found
