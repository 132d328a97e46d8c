"""Which special cards return on which floor (rules.md 3.10).

"On a floor" means: when its draw pile is made. Floors are 1 or more; a floor below 1 is a
ValueError everywhere. A card that returns is still only dealt if it had been set aside.
"""

from tracker.rules.cards import BLACKSMITHS, SHIELDS, SPECIAL_CARDS

PERIOD = 35
"""The schedule of floors 1 to 35 repeats without end."""

_SCHEDULE = {
    5: (*BLACKSMITHS, *SHIELDS),
    10: ("Qd", "Jd", "Qh", "Jh"),
    15: ("Jd", "Qh", "Jh"),
    20: ("Jd", "Jh"),
    25: ("Jh",),
    0: SPECIAL_CARDS,
}


def returning(floor: int) -> tuple[str, ...]:
    """The special cards that return on this floor, in the order of SPECIAL_CARDS; often none."""
    if floor < 1:
        raise ValueError(f"there is no floor {floor}")
    return _SCHEDULE.get(floor % PERIOD, ())


def return_floor(card: str, floor: int) -> int:
    """The first floor after this one on which the card returns.

    ValueError when the card is not a special card.
    """
    if card not in SPECIAL_CARDS:
        raise ValueError(f"{card!r} is not a special card")
    return next(later for later in _floors_after(floor) if card in returning(later))


def _floors_after(floor: int) -> range:
    """One whole period, in which every special card returns at least once."""
    if floor < 1:
        raise ValueError(f"there is no floor {floor}")
    return range(floor + 1, floor + PERIOD + 1)
