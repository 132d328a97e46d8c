// hidden    reads packs and rooms left, writes on how many orders of the cards face down the best play wins
//
// A line in: "pack" and its cards; or weapon, limit, 1 if the room was skipped, the card carried on or
// "none", how many cards lie face down, these, those put under them in order. A line out for each of
// the latter: that number for each health from 1 to 20.
#include <iostream>
#include <memory>

#include "hidden.h"

int main() {
  std::ios::sync_with_stdio(false);
  std::unique_ptr<Pack> pack;
  for (std::string line, word; std::getline(std::cin, line);) {
    std::istringstream text(line);
    if (line.find("pack") == 0) {
      std::vector<Card> cards;
      for (text >> word; text >> word;) cards.push_back(card_named(word));
      if (cards.size() > MOST_HIDDEN) throw std::runtime_error("too many cards");
      pack = std::make_unique<Pack>(cards);
      continue;
    }
    Left left;
    int hidden;
    left.arms = Arms::read(text);
    text >> left.skipped >> word >> hidden;
    if (word != "none") left.carried = pack->kind_of(card_named(word));
    while (text >> word) {
      const Kind kind = pack->kind_of(card_named(word));
      if (hidden-- > 0) left.hidden = pack->with(left.hidden, kind);
      else left.under.add(kind);
    }
    const Wins wins = pack->wins(left);
    for (int hp = 1; hp < HEALTHS; hp++) std::cout << wins[hp] << ' ';
    std::cout << std::endl;
  }
}
