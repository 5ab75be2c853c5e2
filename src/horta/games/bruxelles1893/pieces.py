"""The pieces of Bruxelles 1893, as numbers: how many there are of each, and what they are called.

`components.py` says what is printed on them.
"""

from __future__ import annotations

from enum import IntEnum

SEATS = 5
SIDE = 5
SPACES = SIDE * SIDE
CRESTS = 16
ROUNDS = 5
ASSISTANTS = 7
DETAINED = 2  # at Justice in the beginning
HOUSES = 6
STEPS = 6  # spaces of a track
WORKS = 6  # of each colour
CUBES = 10  # of each noble kind
JOKERS = 15
STOCK_CARDS = 12
MOST_PRIZES = 30
GRID = 7
MOST_RING = 7
MOST_BID = 136  # all coins of the first edition; money itself is not limited (ruling R05)
FIRST_MONEY = 5  # the first player's; one more for each seat further left

# Points (CON-10, CON-13, NOT-07, END-02, END-05, END-08, END-10; BLD-03, BLD-04, NOB-27, END).
WITHOUT_JOKER = 5
TOP_ROW = 5
TOP_ROW_FROM = 5  # the fifth and the sixth building
UNPAID_POINTS = -5
TOKEN_POINTS = 5
FRANCS_A_POINT = 4
ASSISTANTS_FREE = 2

MARKET_JOKERS = 3
FRANCS_A_UNIT = 3
PASS_MP = 2


class Act(IntEnum):
    """The five actions of the Art Nouveau board."""

    WORKSHOP = 0
    SALE = 1
    THEATRE = 2
    MATERIALS = 3
    CONSTRUCTION = 4


ACT_LETTERS = "AVTMC"
ACT_NAMES = tuple(act.name.lower() for act in Act)


class Place(IntEnum):
    """The four action places of the Brussels board."""

    MARKET = 0
    EXCHANGE = 1
    PARK = 2
    GRAND_PLACE = 3


PLACES = len(Place)
PLACE_NAMES = ("market", "exchange", "park", "grand-place")


class Colour(IntEnum):
    """The colours of works; brown is pink in the first edition."""

    BLUE = 0
    BROWN = 1
    YELLOW = 2
    GREEN = 3
    BLACK = 4


COLOURS = len(Colour)
COLOURED = 4  # all but black
PINK = COLOURS  # how brown is told in the first edition
WHITE = PINK + 1  # how the white back of a work is told
BACK = 8  # a work that lies white side up in the shop or is sold so: BACK + its printed colour
COLOUR_NAMES = tuple(colour.name.lower() for colour in Colour)


class Kind(IntEnum):
    """What the compass shows and what pays for a building; glass is for Belle Époque alone."""

    WOOD = 0
    IRON = 1
    STONE = 2
    GLASS = 3
    JOKER = 4
    FRANCS = 5
    ANY = 6
    EMPTY = 7


NOBLES = 4  # wood, iron, stone, glass
CUBE_KINDS = 5
UNIT_KINDS = 6
KIND_NAMES = tuple(kind.name.lower() for kind in Kind)


class Track(IntEnum):
    """The three tracks; a prize's power of the same number steps along it, RELEASE frees."""

    TOWN_HALL = 0
    PALACE = 1
    ARCHITECT = 2
    RELEASE = 3


TRACKS = 3
POWERS = 4
POWER_NAMES = tuple(power.name.lower() for power in Track)


class Notable(IntEnum):
    """The characters of the theatre."""

    BRUGMANN = 0
    EMPAIN = 1
    SOLVAY = 2
    BULS = 3
    ALBERT = 4
    VAN_DE_VELDE = 5
    VANDERVELDE = 6
    MAETERLINCK = 7
    NAGELMACKERS = 8
    PRIVAT_LIVEMONT = 9


NOTABLES = len(Notable)
CAST = 8  # characters of the base game; the two behind them come with Belle Époque
COPIES = 3  # of each character but Brugmann (ruling R03, BE-SET-08)
DECK = COPIES * (NOTABLES - 1)  # the most cards of the pile
NOTABLE_NAMES = tuple(notable.name.lower() for notable in Notable)


class Row(IntEnum):
    """The four scoring lines of an architect's board, by what they count."""

    MONEY = 0
    WORKS = 1
    NOTABLES = 2
    ASSISTANTS = 3


ROWS = 4
ROW_NAMES = tuple(row.name.lower() for row in Row)

EXHIBITIONS = (1893, 1894, 1897, 1905, 1910)

# Belle Époque: pieces and points (BE-SET, BE-ACT, BE-CARD, BE-TILE).
TRAVELLERS = 4
PAVILIONS = SIDE  # one beside each row
OPEN_TILES = (3, 4, 5, 6)  # for 2 to 5 players (BE-SET-03)
PAVILION_NAMES = tuple(f"pavilion-{k + 1}" for k in range(PAVILIONS))


class Card(IntEnum):
    """The 32 Belle Époque cards, by what they do; the printed number is one more."""

    WORKS_PAY = 0
    TURN_UP = 1
    MORE_STEPS = 2
    CLEAR_SHOP = 3
    DISCARD_SCORES = 4
    NEW_FACES = 5
    JOKERS = 6
    TRADE_JOKER = 7
    SUBSTITUTE = 8
    CUBES_SCORE = 9
    CROWD_PAYS = 10
    WEALTH_SCORES = 11
    ONE_MORE = 12
    DISMISS = 13
    WITHDRAW = 14
    WORKS_SCORE = 15
    BARTER = 16
    WHITE_WORK = 17
    TRAVELLER = 18
    ANY_CREST = 19
    HOUSE_SCORES = 20
    EXTRA_TURN = 21
    LAST_NOTABLE = 22
    UPRIGHT_SCORE = 23
    OTHER_COLUMN = 24
    MORE_SYMBOLS = 25
    DOUBLE = 26
    CRESTS_PAY = 27
    RECALL = 28
    TRAVELLERS_SCORE = 29
    CARDS_SCORE = 30
    CARDS_PAY = 31


CARDS = len(Card)
CARD_NAMES = tuple(str(k + 1) for k in range(CARDS))


class Tile(IntEnum):
    """The twelve tiles, by what they bring; the printed number is one more."""

    SCORE_SHARE = 0
    RAISED_ROW = 1
    TOWN_HALL_PAYS = 2
    FOUR_WORKS = 3
    PALACE_SCORES = 4
    ONE_HOUSE = 5
    PASSES_SCORE = 6
    BUILDINGS_MORE = 7
    NEIGHBOURS = 8
    PORTRAIT = 9
    WHITES_SCORE = 10
    NOTABLES_FREE = 11


TILES = len(Tile)
TILE_NAMES = tuple(str(k + 1) for k in range(TILES))


class Architect(IntEnum):
    """The five boards of the variant; NONE is side A, alike for all (AS-03)."""

    NONE = 0
    HANKAR = 1
    GAUCHIE = 2
    HORTA = 3
    SAINTENOY = 4
    STRAUVEN = 5


BOARDS = len(Architect) - 1
BOARD_NAMES = tuple(board.name.lower() for board in Architect if board)
