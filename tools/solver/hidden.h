// Scoundrel for somebody who sees what a player sees: which cards lie face down, but not their order,
// and in their order those put under the pile. Says on how many orders the best play wins.
//
// All healths are worked out at one time. A pack has 16 cards at most.
#pragma once
#include <unordered_map>

#include "../train/solo.h"

constexpr int MOST_HIDDEN = 16, HEALTHS = MAX_HP + 1;  // 0 is death

using Kind = int8_t;   // the place of a card among the kinds of a pack
using Set = uint16_t;  // some cards of a pack, a bit each; of twins the lower bit comes first
using Arms = Solo::Arms;
using Wins = std::array<uint32_t, HEALTHS>;  // by health: on so many orders of what lies face down
using Healths = std::array<int8_t, HEALTHS>;

inline int size_of(Set set) { return __builtin_popcount(set); }

// Cards in order, four bits each.
struct Line {
  uint64_t cards = 0;
  int count = 0;

  Kind at(int place) const { return cards >> 4 * place & 15; }

  void add(Kind kind) { cards |= uint64_t(kind) << 4 * count++; }

  Line from(int place) const { return place >= count ? Line{} : Line{cards >> 4 * place, count - place}; }

  void sort_first(int some) {
    std::array<Kind, ROOM_SIZE> first{};
    for (int i = 0; i < some; i++) first[i] = at(i);
    std::sort(first.begin(), first.begin() + some);
    const Line rest = from(some);
    *this = {};
    for (int i = 0; i < some; i++) add(first[i]);
    for (int i = 0; i < rest.count; i++) add(rest.at(i));
  }
};

// A room was left, and the next one is not yet dealt.
struct Left {
  Set hidden = 0;
  Line under;
  Kind carried = NO_CARD;
  Arms arms;
  bool skipped = false;  // then the next room may not be

  using Key = std::array<uint64_t, 2>;

  Key key() const {
    uint64_t rest = hidden;
    for (int field : {under.count, carried + 1, int(arms.weapon), int(arms.limit)}) rest = rest << 5 | field;
    return {under.cards, rest << 1 | skipped};
  }

  int size() const { return size_of(hidden) + under.count; }
  int drawn() const { return std::min(size(), ROOM_SIZE - (carried != NO_CARD)); }
  bool may_skip() const { return !skipped && size() > drawn(); }
};

// By the key of where a room was left, a number. The table doubles when it is half full.
class Known {
  struct Entry {
    Left::Key key{};
    int64_t number = -1;  // free
  };
  std::vector<Entry> entries = std::vector<Entry>(1 << 12);
  size_t count = 0;

  Entry& at(const Left::Key& key) {
    uint64_t mixed = 0;
    for (uint64_t word : key) {
      mixed = (mixed ^ word) * 0x9e3779b97f4a7c15ull;
      mixed ^= mixed >> 32;
    }
    const size_t mask = entries.size() - 1;
    size_t place = mixed & mask;
    while (entries[place].number >= 0 && entries[place].key != key) place = (place + 1) & mask;
    return entries[place];
  }

 public:
  int64_t find(const Left::Key& key) { return at(key).number; }

  void add(const Left::Key& key, int64_t number) {
    if (at(key).number < 0 && ++count * 2 > entries.size()) {
      std::vector<Entry> old(entries.size() * 2);
      old.swap(entries);
      for (const Entry& entry : old)
        if (entry.number >= 0) at(entry.key) = entry;
    }
    at(key) = {key, number};
  }

  size_t size() const { return count; }
};

// A way to leave a room alive.
struct Exit {
  Arms arms;
  Kind carried;
  Healths after;  // by the health before
  std::array<int8_t, HEALTHS + 1> before;  // the least health that leaves so much; HEALTHS if none

  bool covers(const Exit& other) const {
    return carried == other.carried && arms.weapon >= other.arms.weapon && arms.limit >= other.arms.limit &&
           std::equal(after.begin(), after.end(), other.after.begin(), std::greater_equal<>());
  }
};

class Pack {
  struct Need {
    int8_t some = 0, any = 0;  // with less health no order is won; with so much, every order
  };
  static constexpr int NOT_BELOW = 32;
  struct Way {
    const Exit* exit;
    Left next;
    int8_t some, any;  // the needs, as health before the room
  };
  std::vector<Card> kinds;
  std::vector<Set> bits;
  std::array<uint32_t, MOST_HIDDEN + 1> orders;
  std::vector<Need> needs;  // by the cards to come and the arms
  std::unordered_map<uint64_t, std::vector<Exit>> exits;
  Known known;
  std::vector<uint32_t> kept;

 public:
  explicit Pack(std::vector<Card> cards) : needs(size_t(1) << (cards.size() + 8)) {
    std::sort(cards.begin(), cards.end());
    for (size_t i = 0; i < cards.size(); i++) {
      if (!i || cards[i] != cards[i - 1]) kinds.push_back(cards[i]), bits.push_back(0);
      bits.back() |= 1 << i;
    }
    orders[0] = 1;
    for (int i = 1; i <= MOST_HIDDEN; i++) orders[i] = orders[i - 1] * i;
  }

  size_t positions() const { return known.size(); }

  Kind kind_of(Card card) const {
    const auto found = std::find(kinds.begin(), kinds.end(), card);
    if (found == kinds.end()) throw std::runtime_error("not in this pack: " + name_of(card));
    return static_cast<Kind>(found - kinds.begin());
  }

  Set with(Set set, Kind kind) const {
    const int free = bits[kind] & ~set;
    return set | (free & -free);
  }

  // Healths from `below` on may be counted as lost.
  Wins wins(Left left, int below = HEALTHS) {
    const int hidden = size_of(left.hidden);
    // The order is known if one card lies face down, or if all of them come into a room that is played.
    if (hidden <= 1 || (hidden <= left.drawn() && !left.may_skip())) return from(least(left, below), orders[hidden]);
    const Need need = need_of(left);
    Wins found = from(need.any, orders[hidden]);
    if (need.some >= need.any) return found;
    const Left::Key key = left.key();
    int64_t place = known.find(key);
    if (place < 0) {
      std::array<Kind, ROOM_SIZE> drawn;
      draw(left, need, found, 0, 0, left.hidden, 1, drawn);
      place = static_cast<int64_t>(kept.size());
      known.add(key, place);
      kept.insert(kept.end(), &found[need.some], &found[need.any]);
    }
    std::copy_n(&kept[place], need.any - need.some, &found[need.some]);
    return found;
  }

 private:
  static Wins from(int hp, uint32_t all) {
    Wins wins{};
    for (; hp < HEALTHS; hp++) wins[hp] = all;
    return wins;
  }

  Set without(Set set, Kind kind) const {
    const Set held = set & bits[kind], upper = held & (held - 1);
    return set ^ (upper ? upper : held);
  }

  // ---- where the order is known

  // The least health that wins, HEALTHS if none does. If it is not below a limit, some health from
  // the limit on.
  int least(Left left, int below) {
    if (!left.size() && left.carried == NO_CARD) return 1;
    const Need need = need_of(left);
    if (need.some >= std::min<int>(need.any, below)) return need.some;
    const int hidden = size_of(left.hidden);
    if (!left.may_skip()) left.under.sort_first(left.drawn() - hidden);
    const Left::Key key = left.key();
    if (const int64_t kept = known.find(key); kept >= 0) {
      const int found = kept & ~NOT_BELOW;
      if (!(kept & NOT_BELOW) || found >= below) return found;
    }
    Line open;
    if (left.carried != NO_CARD) open.add(left.carried);
    for (Kind kind = 0; kind < static_cast<Kind>(kinds.size()); kind++)
      for (int i = size_of(left.hidden & bits[kind]); i > 0; i--) open.add(kind);
    for (int i = 0; i < left.drawn() - hidden; i++) open.add(left.under.at(i));
    const Line under = left.under.from(left.drawn() - hidden);
    int best = std::min<int>(need.any, below);
    for (const Way& way : ways(left, open, 0, under)) {
      if (way.some >= best) break;
      best = std::min<int>(best, way.exit->before[least(way.next, way.exit->after[best - 1] + 1)]);
    }
    if (left.may_skip() && best > need.some) best = std::min(best, least(skip(left, open, 0, under), best));
    known.add(key, best < below || need.any < below ? best : best | NOT_BELOW);
    return best;
  }

  // ---- where it is not

  // Every room that may be dealt, and so many times.
  void draw(const Left& left, Need need, Wins& found, Kind kind, int count, Set hidden, uint32_t times,
            std::array<Kind, ROOM_SIZE>& drawn) {
    if (count == std::min(left.drawn(), size_of(left.hidden))) return add_room(left, need, found, count, hidden, times, drawn);
    if (kind == static_cast<Kind>(kinds.size())) return;
    draw(left, need, found, kind + 1, count, hidden, times, drawn);
    const int here = size_of(hidden & bits[kind]);
    for (int taken = 1; taken <= here && count + taken <= std::min(left.drawn(), size_of(left.hidden)); taken++) {
      hidden = without(hidden, kind);
      drawn[count + taken - 1] = kind;
      draw(left, need, found, kind + 1, count + taken, hidden, taken < here ? 2 * times : times, drawn);
    }
  }

  // A room with these cards that lay face down, in each of their orders.
  void add_room(const Left& left, Need need, Wins& found, int count, Set hidden, uint32_t times,
                std::array<Kind, ROOM_SIZE> drawn) {
    const int shown = left.drawn() - count;
    const Line under = left.under.from(shown);
    const auto in_order = [&] {
      Line open;
      if (left.carried != NO_CARD) open.add(left.carried);
      for (int i = 0; i < count; i++) open.add(drawn[i]);
      for (int i = 0; i < shown; i++) open.add(left.under.at(i));
      return open;
    };
    const uint32_t all = orders[size_of(hidden)];
    Wins inside{};
    int sure = need.any;  // from this health on
    for (const Way& way : ways(left, in_order(), hidden, under)) {
      if (way.some >= sure) break;
      const Wins then = wins(way.next, way.exit->after[sure - 1] + 1);
      for (int hp = need.some; hp < sure; hp++) inside[hp] = std::max(inside[hp], then[way.exit->after[hp]]);
      while (sure > need.some && inside[sure - 1] == all) sure--;
    }
    for (int hp = sure; hp < need.any; hp++) inside[hp] = all;
    if (!left.may_skip() || sure == need.some) {
      for (int hp = need.some; hp < need.any; hp++) found[hp] += times * orders[count] * inside[hp];
      return;
    }
    for (int i = 1; i < count; i++) times *= drawn[i] == drawn[i - 1] ? 2 : 1;
    do {
      const Wins leaving = wins(skip(left, in_order(), hidden, under), sure);
      for (int hp = need.some; hp < need.any; hp++) found[hp] += times * std::max(inside[hp], leaving[hp]);
    } while (std::next_permutation(drawn.begin(), drawn.begin() + count));
  }

  // ---- how a room may be left

  static Left skip(const Left& left, const Line& open, Set hidden, Line under) {
    for (int i = 0; i < open.count; i++) under.add(open.at(i));
    return {hidden, under, NO_CARD, left.arms, true};
  }

  // The ways through a room, the most promising first.
  std::vector<Way> ways(const Left& left, const Line& open, Set hidden, const Line& under) {
    const std::vector<Exit>& found = exits_of(open, left.arms);
    const Set rest = all_of(hidden, under);
    std::vector<Way> ways;
    ways.reserve(found.size());
    for (const Exit& exit : found) {
      const Left next{hidden, under, exit.carried, exit.arms, false};
      const Need need = need_of(exit.carried == NO_CARD ? rest : with(rest, exit.carried), exit.arms);
      ways.push_back({&exit, next, exit.before[need.some], exit.before[need.any]});
    }
    const auto promise = [](const Way& way) { return way.some * HEALTHS + way.any; };
    std::sort(ways.begin(), ways.end(), [&](const Way& a, const Way& b) { return promise(a) < promise(b); });
    return ways;
  }

  const std::vector<Exit>& exits_of(const Line& open, Arms arms) {
    Line cards = open;
    cards.sort_first(open.count);
    auto [at, is_new] = exits.try_emplace(cards.cards << 12 | open.count << 8 | arms.weapon << 4 | arms.limit);
    if (is_new) {
      Healths after;
      std::iota(after.begin(), after.end(), 0);
      std::vector<Exit> met;
      take(cards, 0, std::min(3, cards.count), after, arms, false, met);
      for (Exit& exit : met) {
        const auto covers_it = [&](const Exit& other) { return &other != &exit && other.covers(exit); };
        if (std::any_of(met.begin(), met.end(), covers_it)) continue;
        exit.before.fill(HEALTHS);
        for (int hp = MAX_HP; hp >= 0; hp--) std::fill_n(exit.before.begin(), exit.after[hp] + 1, hp);
        at->second.push_back(exit);
      }
    }
    return at->second;
  }

  void take(const Line& cards, int gone, int todo, const Healths& after, Arms arms, bool drunk, std::vector<Exit>& met) const {
    if (!after[MAX_HP]) return;
    if (!todo) return reached(cards, gone, after, arms, met);
    for (int i = 0; i < cards.count; i++) {
      if (gone >> i & 1) continue;
      const Card card = kinds[cards.at(i)];
      const int value = value_of(card);
      const auto go_on = [&](int points, Arms armed, bool drank) {
        Healths then;
        for (int hp = 0; hp < HEALTHS; hp++) then[hp] = after[hp] ? std::clamp(after[hp] + points, 0, MAX_HP) : 0;
        take(cards, gone | 1 << i, todo - 1, then, armed, drank, met);
      };
      if (is_monster(card)) {
        if (value < arms.limit) go_on(-std::max(0, value - arms.weapon), {arms.weapon, int8_t(value)}, drunk);
        go_on(-value, arms, drunk);
      } else if (is_weapon(card)) {
        go_on(0, {int8_t(value), Solo::NO_LIMIT}, drunk);
      } else {
        go_on(drunk ? 0 : value, arms, true);
      }
    }
  }

  static void reached(const Line& cards, int gone, const Healths& after, Arms arms, std::vector<Exit>& met) {
    Kind carried = NO_CARD;
    for (int i = 0; i < cards.count; i++)
      if (!(gone >> i & 1)) carried = cards.at(i);
    for (Exit& exit : met) {
      if (exit.carried != carried || exit.arms.weapon != arms.weapon || exit.arms.limit != arms.limit) continue;
      for (int hp = 0; hp < HEALTHS; hp++) exit.after[hp] = std::max(exit.after[hp], after[hp]);
      return;
    }
    met.push_back({arms, carried, after, {}});
  }

  // ---- bounds

  Set all_of(Set hidden, const Line& under) const {
    for (int i = 0; i < under.count; i++) hidden = with(hidden, under.at(i));
    return hidden;
  }

  Need need_of(const Left& left) {
    const Set all = all_of(left.hidden, left.under);
    return need_of(left.carried == NO_CARD ? all : with(all, left.carried), left.arms);
  }

  // No order is won with less than if the cards came one by one as the player likes. Every order is
  // if they come one by one as an enemy likes, and potions heal nothing.
  Need need_of(Set all, Arms arms) {
    if (!all) return {1, 1};
    Need& need = needs[all << 8 | arms.weapon << 4 | arms.limit];
    if (need.any) return need;
    const auto more = [](int hp, int by) { return static_cast<int8_t>(std::min(hp + by, HEALTHS)); };
    Need found{HEALTHS, 1};
    for (Kind kind = 0; kind < static_cast<Kind>(kinds.size()); kind++) {
      if (!(all & bits[kind])) continue;
      const Set rest = without(all, kind);
      const int value = value_of(kinds[kind]);
      Need one = need_of(rest, is_weapon(kinds[kind]) ? Arms{int8_t(value), Solo::NO_LIMIT} : arms);
      if (is_monster(kinds[kind])) {
        one = {more(one.some, value), more(one.any, value)};
        if (value < arms.limit) {
          const Need armed = need_of(rest, {arms.weapon, int8_t(value)});
          const int through = std::max(0, value - arms.weapon);
          one = {std::min(one.some, more(armed.some, through)), std::min(one.any, more(armed.any, through))};
        }
      } else if (!is_weapon(kinds[kind]) && one.some < HEALTHS) {
        one.some = std::max(1, one.some - value);
      }
      found = {std::min(found.some, one.some), std::max(found.any, one.any)};
    }
    return need = found;
  }
};
