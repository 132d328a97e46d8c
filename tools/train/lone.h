// What the games of one player share: cards as numbers, the pile, the rooms (docs/rules.md 4, 5).
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "net.h"

// A monster is its value less 2, then come the weapons and the potions from 2 to 10.
constexpr int MONSTERS = 13, WEAPONS = 22, CARDS = 31, NO_CARD = -1;
constexpr int MAX_HP = 20, ROOM_SIZE = 4, MOST_CARDS = 44;

using Card = int8_t;

inline bool is_monster(Card card) { return card >= 0 && card < MONSTERS; }
inline bool is_weapon(Card card) { return card >= MONSTERS && card < WEAPONS; }
inline int value_of(Card card) { return 2 + (is_monster(card) ? card : (card - MONSTERS) % 9); }

inline std::string name_of(Card card) {
  if (card == NO_CARD) return "none";
  return std::to_string(value_of(card)) + (is_monster(card) ? "" : is_weapon(card) ? "d" : "h");
}

inline Card card_named(const std::string& name) {
  for (Card card = NO_CARD; card < CARDS; card++)
    if (name_of(card) == name) return card;
  throw std::runtime_error("no card is called " + name);
}

inline std::vector<std::string> card_names(Card from) {
  std::vector<std::string> names;
  if (from == NO_CARD) names.push_back(name_of(NO_CARD)), from = 0;
  for (Card card = from; card < CARDS; card++) names.push_back(name_of(card));
  return names;
}

// First the cards that lie face down in some order, then those that were put under them openly.
struct Pile {
  std::array<Card, 192> cards;
  int top = 0, bottom = 0, under = 0;

  int size() const { return bottom - top; }
  int face_down() const { return size() - under; }

  Card draw() {
    const Card card = cards[top++];
    under = std::min(under, size());
    return card;
  }

  void put_under(Card card) {
    cards[bottom++] = card;
    under++;
  }

  // The names of its cards, from the top.
  static Pile read(std::istream& text) {
    Pile pile;
    for (std::string card; text >> card;) {
      if (pile.bottom == MOST_CARDS) throw std::runtime_error("too many cards");
      pile.cards[pile.bottom++] = card_named(card);
    }
    return pile;
  }

  void shuffle_face_down(Chance& chance) { chance.shuffle(&cards[top], face_down()); }

  // Each room that was put under the pile; of the topmost some cards may have been drawn again.
  void shuffle_rooms(Chance& chance) {
    for (int left = under; left > 0; left -= (left - 1) % ROOM_SIZE + 1)
      chance.shuffle(&cards[bottom - left], (left - 1) % ROOM_SIZE + 1);
  }

  void shuffle_all(Chance& chance) {
    under = 0;
    shuffle_face_down(chance);
  }
};

struct Room {
  std::array<Card, ROOM_SIZE> cards;
  int count = 0;

  void add(Card card) { cards[count++] = card; }
};

// How many of each card are to come, as the value counts them.
struct Coming {
  std::array<int8_t, CARDS> hidden{}, under{};
  std::array<int, 16> below{}, points{};  // monsters below a limit, and the sum of their values

  explicit Coming(const Pile& pile) {
    for (int i = 0; i < pile.size(); i++)
      (i < pile.face_down() ? hidden : under)[pile.cards[pile.top + i]]++;
    count_monsters();
  }

  void count_monsters() {
    for (int limit = 3; limit < 16; limit++) {
      const int value = limit - 1, count = hidden[value - 2] + under[value - 2];
      below[limit] = below[limit - 1] + count;
      points[limit] = points[limit - 1] + count * value;
    }
  }
};

// A pack in order, without the cards that a house rule removes.
inline std::vector<Card> full_pack() {
  std::vector<Card> pack;
  for (Card card = 0; card < CARDS; card++) {
    pack.push_back(card);
    if (is_monster(card)) pack.push_back(card);
  }
  return pack;
}
