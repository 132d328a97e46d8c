"""The games that can be dealt: a file for each, one for what a family shares, and the one list."""

from typing import Any

from tracker.rules.games.castle import Castle
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.rascal import Rascal
from tracker.rules.games.scoundrel import Scoundrel
from tracker.rules.games.shiphead import Shiphead
from tracker.rules.protocol import Game

GAMES: dict[str, Game[Any, Any]] = {
    game.key: game for game in (Coop(), Scoundrel(), Rascal(), Shiphead(), Castle())
}
