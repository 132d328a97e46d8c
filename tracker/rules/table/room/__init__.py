"""Places of the cards in the room and the pile, and the changes of a party."""
