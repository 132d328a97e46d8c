// Co-operative Scoundrel with the default options: rooms, turns, floors (docs/rules.md 3).
#pragma once
#include <array>
#include <string>
#include <vector>

#include "chance.h"

#ifndef SEATS
#define SEATS 2
#endif

using Card = int8_t;

// A monster is its value less 2; then the black joker, weapons and potions from ace to ten,
// blacksmiths and shields from jack to king, the red joker.
constexpr Card BLACK_JOKER = 13, WEAPONS = 14, POTIONS = 24, SMITHS = 34, SHIELDS = 37, RED_JOKER = 40;
constexpr int CARDS = 41, PACK = 54, MAX_HP = 20, NO_LIMIT = 15, FULL_ROOM = 4 + 2 * (SEATS - 1);

inline bool is_red(Card card) { return card >= WEAPONS; }
inline int monster_value(Card card) { return card == BLACK_JOKER ? 0 : card + 2; }
inline int strength(Card card) { return card - (card >= SHIELDS ? SHIELDS : SMITHS) + 1; }

// What the files of weights call it.
inline std::string name_of(Card card) {
  static const char* const MONSTER_RANKS[] = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"};
  static const char* const RED_RANKS[] = {"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"};
  if (card == BLACK_JOKER) return "JOKb";
  if (card == RED_JOKER) return "JOKr";
  if (card < BLACK_JOKER) return MONSTER_RANKS[card];
  if (card < POTIONS) return std::string(RED_RANKS[card - WEAPONS]) + "d";
  if (card < SMITHS) return std::string(RED_RANKS[card - POTIONS]) + "h";
  if (card < SHIELDS) return std::string(RED_RANKS[card - SMITHS + 10]) + "d";
  return std::string(RED_RANKS[card - SHIELDS + 10]) + "h";
}

template <int MOST>
struct Cards {
  std::array<Card, MOST> of;
  int count = 0;

  void add(Card card) { of[count++] = card; }
  Card back() const { return of[count - 1]; }
  Card pop() { return of[--count]; }

  void take(Card card) {
    int place = 0;
    while (of[place] != card) place++;
    for (count--; place < count; place++) of[place] = of[place + 1];
  }
};

enum class Do : uint8_t { BARE, ARMED, EQUIP, DRINK, USE, PLACE, PASS, OFFER };

struct Decision {
  uint8_t seat;
  Do what;
  Card card;
};

struct Player {
  int8_t hp = MAX_HP, weapon = 0, used = 0;
  bool passed = false;
  Cards<14> slain;
  Cards<3> shields;

  bool alive() const { return hp > 0; }
  int limit() const { return !weapon ? 0 : slain.count ? monster_value(slain.back()) : NO_LIMIT; }

  int shielding() const {
    int sum = 0;
    for (int i = 0; i < shields.count; i++) sum += strength(shields.of[i]);
    return sum;
  }
};

// Where a card lies, as far as the value cares.
enum Place { ROOM, DISCARD, ASIDE, HELD };

struct Move {
  Card card;
  Place from, to;
};

struct Table {
  std::array<Player, SEATS> players;
  Cards<12> room;
  std::array<Card, 2 * PACK> pile;
  int top = 0, bottom = 0, under = 0;  // so many at the bottom were put there openly
  Cards<64> discard;
  Cards<8> aside;
  int floor = 1, total_rooms = 0, first = -1, turn = 0;  // turn -1: a Red Room, or it is over
  bool red = false, ran = false, fought = false, left = false;
  Cards<SEATS> offers;

  int left_in_pile() const { return bottom - top; }
  bool over() const { return !living(); }

  int living() const {
    int count = 0;
    for (auto& player : players) count += player.alive();
    return count;
  }

  int living_after(int seat) const {
    for (int step = 1; step <= SEATS; step++) {
      const int next = (seat + step + SEATS) % SEATS;
      if (players[next].alive()) return next;
    }
    return -1;
  }

  bool may_run() const {
    if (ran || fought) return false;
    for (auto& player : players)
      if (!red && player.alive() && player.used > 1) return false;
    return true;
  }

  template <class Shuffle>
  void enter(Shuffle& shuffle) {
    left = false;
    if (!left_in_pile()) next_floor(shuffle);
    while (room.count < FULL_ROOM && left_in_pile()) room.add(pile[top++]);
    under = std::min(under, left_in_pile());
    first = living_after(first);
    red = true;
    for (int i = 0; i < room.count; i++) red = red && is_red(room.of[i]);
    turn = red ? -1 : first;
    offers.count = 0;
    fought = false;
    for (auto& player : players) player.used = 0;
  }

  // One of those that come to the same is enough: twins are told once.
  void decisions(std::vector<Decision>& open) const {
    open.clear();
    for (int seat = 0; seat < SEATS; seat++)
      if (turn == seat || (turn < 0 && players[seat].alive())) decisions_of(seat, open);
  }

  // The decision without the room that follows: `left` says that this one is over.
  void play(const Decision& d, std::vector<Move>* moves = nullptr) {
    Player& player = players[d.seat];
    player.passed = d.what == Do::PASS;
    if (d.what == Do::OFFER) {
      offers.add(d.seat);
      if (offers.count == living()) return run();
    } else {
      offers.count = 0;
    }
    if (d.what < Do::PASS) {
      room.take(d.card);
      act(player, d, moves);
      if (over()) {
        turn = -1;
        return;
      }
      if (room.count <= 1) return cleared(false);
    }
    if (!red) turn = living_after(d.seat);
  }

  // Everybody offers at once, as a table does that has made up its mind.
  void run() {
    for (auto& player : players) player.passed = false;
    if (bottom + room.count > int(pile.size())) move_up();
    for (int i = 0; i < room.count; i++) pile[bottom++] = room.of[i];
    under += room.count;
    room.count = 0;
    cleared(true);
  }

 private:
  void move_up() {
    std::copy(&pile[top], &pile[bottom], &pile[0]);
    bottom -= top;
    top = 0;
  }

  void cleared(bool by_running) {
    total_rooms++;
    ran = by_running;
    left = true;
  }

  void decisions_of(int seat, std::vector<Decision>& open) const {
    const Player& player = players[seat];
    uint64_t met = 0;
    for (int i = 0; i < room.count; i++) {
      const Card card = room.of[i];
      if (met >> card & 1) continue;
      met |= uint64_t(1) << card;
      const auto add = [&](Do what) { open.push_back({uint8_t(seat), what, card}); };
      if (card <= BLACK_JOKER) {
        if (card < BLACK_JOKER) add(Do::BARE);
        if (player.weapon && (card == BLACK_JOKER || monster_value(card) < player.limit())) add(Do::ARMED);
      } else if (card < POTIONS) {
        add(Do::EQUIP);
      } else if (card < SMITHS) {
        add(Do::DRINK);
      } else {
        if (card >= SHIELDS || player.slain.count) add(Do::USE);
        add(Do::PLACE);
      }
    }
    if (!red && !player.passed) open.push_back({uint8_t(seat), Do::PASS, 0});
    bool offered = false;
    for (int i = 0; i < offers.count; i++) offered = offered || offers.of[i] == seat;
    if (!offered && may_run()) open.push_back({uint8_t(seat), Do::OFFER, 0});
  }

  void act(Player& player, const Decision& d, std::vector<Move>* moves) {
    const Card card = d.card;
    switch (d.what) {
      case Do::BARE:
        fought = true;
        to_discard(card, ROOM, moves);
        return hit(player, monster_value(card), moves);
      case Do::ARMED:
        fought = true;
        if (card == BLACK_JOKER) {
          drop_weapon(player, moves);
          return to_aside(card, ROOM, moves);
        }
        player.slain.add(card);
        moved({card, ROOM, HELD}, moves);
        return hit(player, std::max(0, monster_value(card) - player.weapon), moves);
      case Do::EQUIP:
        drop_weapon(player, moves);
        player.weapon = card - WEAPONS + 1;
        moved({card, ROOM, HELD}, moves);
        break;
      case Do::DRINK:
        player.hp = std::min(MAX_HP, player.hp + card - POTIONS + 1);
        to_discard(card, ROOM, moves);
        break;
      case Do::USE:
        use(player, card, moves);
        break;
      default:
        return to_discard(card, ROOM, moves);  // placed unused
    }
    player.used++;
  }

  void use(Player& player, Card card, std::vector<Move>* moves) {
    if (card == RED_JOKER) {
      player.hp = MAX_HP;
    } else if (card >= SHIELDS) {
      player.shields.add(card);
      return moved({card, ROOM, HELD}, moves);
    } else {
      for (int i = std::min(strength(card), player.slain.count); i > 0; i--) to_discard(player.slain.pop(), HELD, moves);
    }
    to_aside(card, ROOM, moves);
  }

  void hit(Player& player, int damage, std::vector<Move>* moves) {
    while (damage > 0 && player.shields.count) {
      const Card shield = player.shields.of[0];
      player.shields.take(shield);
      damage -= strength(shield);
      to_aside(shield, HELD, moves);
    }
    player.hp -= std::max(0, damage);
    if (player.alive()) return;
    drop_weapon(player, moves);
    while (player.shields.count) to_discard(player.shields.pop(), HELD, moves);
  }

  void drop_weapon(Player& player, std::vector<Move>* moves) {
    if (player.weapon) to_discard(Card(WEAPONS + player.weapon - 1), HELD, moves);
    for (int i = 0; i < player.slain.count; i++) to_discard(player.slain.of[i], HELD, moves);
    player.weapon = 0;
    player.slain.count = 0;
  }

  void to_discard(Card card, Place from, std::vector<Move>* moves) {
    discard.add(card);
    moved({card, from, DISCARD}, moves);
  }

  void to_aside(Card card, Place from, std::vector<Move>* moves) {
    aside.add(card);
    moved({card, from, ASIDE}, moves);
  }

  static void moved(Move move, std::vector<Move>* moves) {
    if (moves) moves->push_back(move);
  }

  template <class Shuffle>
  void next_floor(Shuffle& shuffle) {
    floor++;
    top = bottom = under = 0;
    for (int i = 0; i < discard.count; i++) pile[bottom++] = discard.of[i];
    discard.count = 0;
    const Cards<8> before = aside;
    aside.count = 0;
    for (int i = 0; i < before.count; i++) {
      const Card card = before.of[i];
      if (returns(card)) pile[bottom++] = card;
      else aside.add(card);
    }
    shuffle(pile.data(), bottom);
  }

  bool returns(Card card) const {
    const int stage = floor % 35;
    if (stage == 0) return true;
    if (card == BLACK_JOKER || card == RED_JOKER) return false;
    const bool shield = card >= SHIELDS;
    switch (stage) {
      case 5: return true;
      case 10: return strength(card) <= 2;
      case 15: return strength(card) <= (shield ? 2 : 1);
      case 20: return strength(card) == 1;
      case 25: return shield && strength(card) == 1;
      default: return false;
    }
  }
};

template <class Shuffle>
Table new_table(Shuffle& shuffle) {
  Table table;
  for (Card card = 0; card < CARDS; card++) {
    table.pile[table.bottom++] = card;
    if (card < BLACK_JOKER) table.pile[table.bottom++] = card;
  }
  shuffle(table.pile.data(), table.bottom);
  table.enter(shuffle);
  return table;
}
