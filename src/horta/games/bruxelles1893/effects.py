"""What each thing on the drawing of Bruxelles 1893 is for, in a sentence."""

from __future__ import annotations

from horta.core.i18n import mark

ACT_EFFECTS = {
    "workshop": mark("Take a work of a colour of your choice."),
    "sale": mark("Sell a work at the price of the cursor, if the shop does not show its colour."),
    "theatre": mark("Hire a notable: use it at once, then keep or discard it."),
    "materials": mark("Take 2 noble cubes."),
    "construction": mark("Pay what the compass asks and build your next house."),
}
BLIND_WORKSHOP = mark("Draw one work, plus one for each Exposition tile; keep one.")

OWNER_EFFECTS = {
    "workshop": mark("When others place here, its owner takes a black work."),
    "sale": mark("When others place here, its owner gains 1 VP for each work they own."),
    "theatre": mark("When others place here, its owner may activate a notable."),
    "materials": mark("When others place here, its owner takes a noble cube."),
    "construction": mark("When others place here, its owner gains 1 VP for each house they built."),
}
OWNER_OF_PAVILIONS = mark(
    "When others place here, its owner gains 1 VP for each house and pavilion they built."
)

POWER_EFFECTS = {
    "town_hall": mark("VP for each crest where you have the most assistants."),
    "palace": mark("How many notables act at the Grand-Place."),
    "architect": mark("End: VP for each of your houses."),
    "release": mark("One of your assistants comes back from Justice."),
}
ARCHITECT_OF_PAVILIONS = mark("End: VP for each of your houses and pavilions.")

CREST = mark(
    "Between four assistants: whoever has the most of them gains VP by the Town Hall track."
)
PRIZE = mark("For the highest bids of the column: its power, or its points under a line.")
SHOP = mark("A colour on show cannot be sold.")
COMPASS = mark("Each kind shown pays at least one unit of a house; jokers pay anything.")
BRANCH = mark("Whoever builds turns one branch on by one place.")
WORK = mark("To sell; 1 FB for each colour when you pass.")
NOBLE = mark("Pays a unit of a house. End: 1 VP.")
JOKER = mark("Pays any unit of a house. End: nothing.")
MONEY = mark("For bids, notables and houses.")
RESERVE = mark("Ready to be placed.")
JUSTICE = mark("Out of play until freed; whoever is busiest in Brussels sends one there.")
EXHIBITS = {
    "2013": mark("Each lets you draw one more work in the workshop."),
    "2023": mark("When you pass first: 1 FB for each, the new one included; 1 to 5 FB."),
}
TOKEN = mark("Begins the next round. End: 5 VP.")
STOCK = mark("What the Stock Exchange pays, and the two crests to choose from.")
FIRST_OUT = {
    "2013": mark("1 FB more, and 2 Manneken-Pis symbols."),
    "2023": mark("1 to 5 FB more, 1 for each time you passed first, and 2 Manneken-Pis symbols."),
}
LINE = mark("End of the game; each card slid under it adds its points.")
HOUSE = mark("Buildings cost {costs} units; the last two bring 5 VP each.")

# Belle Époque
TRAVELLER = mark("Stands in for an assistant in Brussels, until the end of the round.")
PAVILION = mark("Built in place of a house; brings its card, and VP at every visit.")
VISIT = mark("Each round: 1 VP for each colour in the row.")
TILE = mark("After placing here: you may send another assistant to an open tile.")
WHITE = mark("Sold as any colour that the shop does not show, at half the price.")


def owner_effect(act: str, pavilions: bool) -> str:
    """Return what the owner of a house gains by others; pavilions count, too (BE-ACT-33)."""
    return OWNER_OF_PAVILIONS if pavilions and act == "construction" else OWNER_EFFECTS[act]


def power_effect(power: str, pavilions: bool) -> str:
    """Return what a track, or the release, is for; pavilions are buildings, too (BE-END-04)."""
    return ARCHITECT_OF_PAVILIONS if pavilions and power == "architect" else POWER_EFFECTS[power]
