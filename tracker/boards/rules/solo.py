"""What the rules pages say of solo Scoundrel."""

from __future__ import annotations

from tracker.boards.rules.examples import Example
from tracker.boards.rules.house_rules import Question

HOUSE_RULES = {
    "skip": Question(
        "Where do the cards of a skipped room go?",
        {
            "bottom": "under the pile, in the order they lie.",
            "reshuffle": "back into the pile, and all of it is shuffled. You may meet them again"
            " in the very next room.",
        },
    ),
    "weapon": Question(
        "May you leave your weapon out of a fight?",
        {
            "choice": "yes, you choose for every enemy.",
            "auto": "no. A weapon that can fight the enemy has to. Otherwise you use your hands.",
        },
    ),
}
EXAMPLES = {
    "rooms": Example(
        "Example: two rooms",
        "8d Kc Js 7s 9c 5h 3d 6s",
        (
            ("", "Mara has {hp} health and bare hands. She stays."),
            ("equip:8d", "First card: she takes up the *8 of diamonds*."),
            ("fight:Kc:weapon", "Second: the *king of clubs*, 13 − 8 = {hit}. She has {hp} left."),
            (
                "fight:Js:weapon",
                "Third: the *jack of spades*, 11 − 8 = {hit}. She has {hp} left, and her 8 can"
                " now fight {beats} or lower. The 7 of spades stays and opens the next room.",
            ),
            (
                "fight:7s:weapon",
                "The *7 of spades* does not get through. Now the 8 can fight {beats} or lower.",
            ),
            (
                "fight:9c:bare",
                "The *9 of clubs* is not below 7, so her hands must do: {hit}. She has {hp} left.",
            ),
            (
                "drink:5h",
                "She drinks the *5 of hearts* and has {hp}. That was the third card: the 3 of"
                " diamonds waits, and a new room is dealt.",
            ),
        ),
    ),
    "skip": Example(
        "Example: a room to leave alone",
        "Ac Ks Qs 2h 6d 4s 9h 5c 3c 7d",
        (
            ("", "An ace, a king and a queen, and no weapon. Mara has taken nothing yet."),
            (
                "skip",
                "She *skips* the room. Its four cards lie at the bottom of the pile, the ace"
                " first. Here are four new ones. These she has to play.",
            ),
        ),
    ),
}
