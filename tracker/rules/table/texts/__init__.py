"""Reading and writing what people type: weapons, rows of cards, names; knows no party."""
