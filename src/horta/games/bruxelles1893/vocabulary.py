"""The vocabulary of Bruxelles 1893, as numbers: decisions, windows, sources of points, events."""

from __future__ import annotations

from enum import IntEnum


class Decision(IntEnum):
    """What the player to play is asked; from ROUND on, what the game does by itself."""

    BOARD = 0
    START_WORK = 1
    CREST = 2
    NEUTRAL = 3
    # in a turn
    TURN = 4
    BID = 5
    PERFORM = 6
    PARK = 7
    WORK = 8
    SELL = 9
    CURSOR = 10
    SHOP = 11
    THEATRE = 12
    KEEP = 13
    PAY = 14
    BRANCH = 15
    SITE = 16
    GRAND_PLACE = 17
    OWNER_NOTABLE = 18
    TRAVELLERS = 19
    SELL_AS = 20
    TARGET = 21
    TILE = 22
    # in a turn or in a window
    SOLVAY = 23
    CUBE = 24
    WHITE_WORK = 25
    WHITE = 26
    # in a window
    WINDOW = 27
    MARKET_OUT = 28
    DROP = 29
    MODE = 30
    CARD_NOTABLE = 31
    DISMISS = 32
    WITHDRAW = 33
    WITHDRAW_SUM = 34
    BARTER = 35
    GIVE = 36
    GIVE_WORK = 37
    BARTER_WORK = 38
    FIGURE = 39
    COLUMN = 40
    DOUBLE = 41
    # in the closing phase and at the end
    PRIZE = 42
    POWER = 43
    ROW = 44
    UNPAID = 45
    OVER = 46

    ROUND = 64
    REVEAL = 65
    NEUTRALS = 66
    TURNS = 67
    PREPARE = 68
    PLAN = 69
    ATTEMPT = 70
    ACTION = 71
    REFILL = 72
    ACTION_DONE = 73
    EFFECT_DONE = 74
    OWNER = 75
    SPACE_DONE = 76
    PLACE_DONE = 77
    EXTRA = 78
    TURN_DONE = 79
    WINDOWS = 80
    AUCTIONS = 81
    SYMBOLS = 82
    FIRST_PLAYER = 83
    PRIZES = 84
    CRESTS = 85
    MAJORITIES = 86
    BRUSSELS = 87
    JUSTICE = 88
    VISIT = 89
    ROUND_DONE = 90
    TIDY = 91
    CLEAR = 92
    FINAL = 93
    PAYMENT = 94


class Window(IntEnum):
    """When something may act."""

    ROUND = 0  # before the stock card is turned up
    CREST = 1  # before the crest is chosen
    PLACED = 2  # after placing and bidding
    SALE = 3  # before the work is chosen
    PRICE = 4  # before the cursor is moved
    THEATRE = 5  # before the notable is chosen
    DISCARD = 6  # when the notable just hired is discarded
    COMPASS = 7  # before a construction: Saintenoy's board
    CONSTRUCTION = 8  # before the building is paid
    WORKSHOP_DONE = 9  # after each of the five actions, in their order
    SALE_DONE = 10
    THEATRE_DONE = 11
    MATERIALS_DONE = 12
    CONSTRUCTION_DONE = 13
    MARKET_DONE = 14  # after each of the four places, in their order
    EXCHANGE_DONE = 15
    PARK_DONE = 16
    GRAND_PLACE_DONE = 17
    EXTRA = 18  # last in a turn that was not a pass
    COLUMNS = 19  # when columns are won
    SYMBOLS = 20  # before the first player is found
    CRESTS = 21  # before crests are scored
    CRESTS_DONE = 22
    BRUSSELS = 23  # before travellers leave and the majority is found
    VISIT = 24  # after the visit of the pavilions
    UPRIGHT = 25  # before notables are turned upright
    LAST_NOTABLE = 26  # before the free notable is discarded


class By(IntEnum):
    """What led to a notable's effect or to taking cubes."""

    ACTION = 0
    GRAND_PLACE = 1
    OWNER = 2
    SOLVAY = 3
    CARD = 4


class Source(IntEnum):
    """What points on the score track came from."""

    SALE = 0
    OWNER = 1
    CONSTRUCTION = 2
    NOTABLES = 3
    CRESTS = 4
    UNPAID = 5
    CARDS = 6
    VISIT = 7


BASE_SOURCES = 6  # those behind them come with Belle Époque
SOURCES = len(Source)


class Event(IntEnum):
    """What the notes tell."""

    STARTED = 0
    ROUND = 1  # round, value of the stock card
    CREST = 2  # crest
    NEUTRAL = 3  # space
    NO_NEUTRAL = 4
    PLACED = 5  # space, bid
    SKIPPED = 6  # action
    IMPOSSIBLE = 7  # action
    WENT = 8  # place in Brussels, assistants
    JOKERS = 9  # how many
    FRANCS = 10  # how many
    COPIED = 11  # action
    IDLE = 12
    CREATED = 13  # colour, works put back
    STARTING_WORK = 14  # colour
    REBUILT = 15  # coloured works, black works
    SOLD = 16  # colour, francs, points
    HIRED = 17  # notable, price
    KEPT = 18  # notable
    DISCARDED = 19  # notable
    REVEALED = 20  # notable
    RESHUFFLED = 21
    ACTIVATED = 22  # notable
    STEPPED = 23  # track, value now
    RELEASED = 24
    POINTS = 25  # points, source
    CUBE = 26  # kind
    EXCHANGED = 27
    PAID = 28  # kind
    TURNED = 29  # branch, kind shown now
    BUILT = 30  # space, number of the building, points at once
    OWNER = 31  # action
    BLACK_WORK = 32
    PASSED = 33  # francs, 1: first to pass, 1: with a prestige card and not the Exposition tile
    WON = 34  # column, bid
    TIED = 35  # column, bid
    FIRST = 36  # Manneken-Pis symbols
    TUCKED = 37  # column, row, symbols
    USED = 38  # column
    MAJORITY = 39  # crest
    DETAINED = 40
    PRIZES = 41
    SETTLED = 42  # francs paid, notables lost
    ENDED = 43
    STOPPED = 44
    DREW = 45  # works, seen by who draws them
    BOARD = 46  # board
    CARD = 47  # card
    TRAVELLER = 48
    WHITE_WORK = 49  # printed colour
    TURNED_UP = 50  # printed colour
    SOLD_WHITE = 51  # colour named, francs, points
    BONUS_SALE = 52  # francs, points
    TARGET = 53  # pavilion
    GLASS = 54  # cubes paid beyond the compass
    PAVILION = 55  # pavilion, number of the building, points at once
    TOOK_CARD = 56  # card
    TILE = 57  # tile
    LEFT_TILES = 58
    SHOWED = 59  # notable
    MODE = 60  # of card 9
    DISMISSED = 61  # notable, francs
    WITHDREW = 62  # space, francs
    GAVE = 63  # kind
    GAVE_WORK = 64  # colour
    EXTRA_TURN = 65  # 0 assistant, 1 traveller
    SWAPPED = 66  # column won, column of the card taken
    SYMBOLS = 67  # symbols more
    DOUBLED = 68  # space
    RECALLED = 69
    WENT_WITH = 70  # place, assistants, travellers
    TRAVELLERS_HOME = 71  # how many
    VISITED = 72  # row, colours
    ROW = 73  # row
    RETURNED = 74  # colour of a work that left the shop
    COVERED = 75  # colour of a work that another covers in the shop
    AT_END = 76  # track, level
    NONE_DETAINED = 77
    NEUTRAL_LEADS = 78  # crest
