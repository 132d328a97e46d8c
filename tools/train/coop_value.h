// What the value of the co-operative game knows of a position.
#pragma once
#include "coop.h"
#include "net.h"

// The one to act next, or to lead the next room, has rows of its own; the others share theirs.
struct Layout : Names {
  int hidden = part("hidden", kinds()), under = part("under", kinds());
  int room = part("room", kinds()), discard = part("discard", kinds()), aside = part("aside", specials());
  int floor = part("floor", count_names(0, 35));
  int flag = part("flag", {"ran", "left", "fought", "red", "stay"});
  int actor = part("actor", of_seat()), other = SEATS > 1 ? part("other", of_seat()) : actor;

  enum { HP = 0, BARE = MAX_HP, ARMS = BARE + 1, CAUGHT = ARMS + 10 * 14, SHIELDING = CAUGHT + 14, PASSED = SHIELDING + 7, USED, FALLEN = USED + 3 };

  static std::vector<std::string> kinds() {
    std::vector<std::string> names;
    for (Card card = 0; card < CARDS; card++) names.push_back(name_of(card));
    return names;
  }

  static std::vector<std::string> specials() {
    std::vector<std::string> names = {name_of(BLACK_JOKER)};
    for (Card card = SMITHS; card < CARDS; card++) names.push_back(name_of(card));
    return names;
  }

  int of_aside(Card card) const { return aside + (card == BLACK_JOKER ? 0 : 1 + card - SMITHS); }

  static std::vector<std::string> of_seat() {
    std::vector<std::string> names;
    const auto add = [&](const char* what, int from, int to) {
      for (int i = from; i < to; i++) names.push_back(std::string(what) + "_" + std::to_string(i));
    };
    add("hp", 1, MAX_HP + 1);
    names.push_back("arms_0:0");
    for (int weapon = 1; weapon <= 10; weapon++)
      for (int limit = 2; limit <= NO_LIMIT; limit++)
        names.push_back("arms_" + std::to_string(weapon) + ":" + std::to_string(limit));
    add("caught", 0, 14);
    add("shields", 0, 7);
    names.push_back("passed");
    add("used", 0, 3);
    names.push_back("fallen");
    return names;
  }

  // The row of a card where it lies; -1 in somebody's hands.
  int of_place(Card card, Place place) const {
    switch (place) {
      case ROOM: return room + card;
      case DISCARD: return discard + card;
      case ASIDE: return of_aside(card);
      default: return -1;
    }
  }

  // All that stays as it is while a room is played, and the cards where they lie.
  template <class To>
  void put_cards(const Table& t, To& to) const {
    for (int i = t.top; i < t.bottom; i++) to.put((i < t.bottom - t.under ? hidden : under) + t.pile[i]);
    for (int i = 0; i < t.room.count; i++) to.put(room + t.room.of[i]);
    for (int i = 0; i < t.discard.count; i++) to.put(discard + t.discard.of[i]);
    for (int i = 0; i < t.aside.count; i++) to.put(of_aside(t.aside.of[i]));
    to.put(floor + t.floor % 35);
  }

  template <class To>
  void put_table(const Table& t, To& to) const {
    if (t.ran) to.put(flag);
    if (t.left) {
      to.put(flag + 1);
    } else {
      if (t.fought) to.put(flag + 2);
      if (t.red) to.put(flag + 3);
      if (!t.may_run()) to.put(flag + 4);
    }
    const int lead = t.left ? t.living_after(t.first) : t.turn < 0 ? t.first : t.turn;
    for (int seat = 0; seat < SEATS; seat++) put_player(t.players[seat], seat == lead ? actor : other, t.left, to);
  }

 private:
  template <class To>
  static void put_player(const Player& p, int at, bool left, To& to) {
    if (!p.alive()) return to.put(at + FALLEN);
    to.put(at + HP + p.hp - 1);
    to.put(at + (p.weapon ? ARMS + (p.weapon - 1) * 14 + p.limit() - 2 : BARE));
    to.put(at + CAUGHT + p.slain.count);
    to.put(at + SHIELDING + p.shielding());
    if (p.passed) to.put(at + PASSED);
    if (!left) to.put(at + USED + std::min<int>(p.used, 2));
  }
};

// Judges what may follow a position, by what changes.
struct CoopJudge {
  const Net& net;
  const Layout& at;
  std::vector<Move> moves;

  Row cards(const Table& table) {
    Net::Summing all{net, net.bias};
    at.put_cards(table, all);
    return all.sum;
  }

  // `cards` is the sum of the rows of the table's cards where they lie.
  float odds(const Table& table, const Row& cards) {
    Net::Summing all{net, cards};
    at.put_table(table, all);
    return net.odds(all.sum);
  }

  // Plays a decision, keeps up the sum of the cards, and says how good that is.
  float play(Table& table, Row& sum, const Decision& decision) {
    if (decision.what == Do::OFFER) {  // then all offer
      for (int i = 0; i < table.room.count; i++) move(sum, at.room + table.room.of[i], at.under + table.room.of[i]);
      table.run();
    } else {
      moves.clear();
      table.play(decision, &moves);
      for (auto& m : moves) move(sum, at.of_place(m.card, m.from), at.of_place(m.card, m.to));
    }
    return table.over() ? -1000.f : odds(table, sum);
  }

 private:
  void move(Row& sum, int from, int to) const {
    if (from >= 0) sum.add(net.rows[from], -1);
    if (to >= 0) sum.add(net.rows[to]);
  }
};
