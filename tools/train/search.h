// An exact search with open cards: all ways to leave each room, until one wins or none is left.
// Who plays knows the order of the pile. The learned value only says which way is tried first.
#pragma once
#include "judge.h"

// Where a room is entered: the pile in order and the room, five bits a card. Cards are their kinds,
// so clubs and spades of a rank are one.
using Key = std::array<uint64_t, 4>;

// Positions that cannot be won, or those that can: where, and the health and arms. It never grows: of
// the positions that share a place, a new one takes that of the oldest.
template <class Game>
class Memory {
  using End = typename Game::End;
  struct Entry {
    Key key{};
    End with;
  };
  static constexpr int WAYS = 8, STAMP_AT = 41;
  static constexpr uint64_t LAST_STAMP = (1ull << (64 - STAMP_AT)) - 1;
  std::vector<Entry> entries;
  uint64_t stamp = 0;

 public:
  explicit Memory(size_t bytes) {
    size_t places = 1;
    while (places * 2 * WAYS * sizeof(Entry) <= bytes) places *= 2;
    entries.resize(places * WAYS);
  }

  // Positions of an earlier stamp are never found, so nothing has to be erased.
  void clear() {
    if (stamp++ == LAST_STAMP) throw std::runtime_error("too many deals for one run");
  }

  // Whether what is kept of a place says all about this position, too.
  template <class Says>
  bool has(Key key, const End& with, const Says& says) const {
    key[3] |= stamp << STAMP_AT;
    const Entry* at = &entries[place(key)];
    return std::any_of(at, at + WAYS, [&](const Entry& e) { return e.key == key && says(e.with, with); });
  }

  template <class Says>
  void add(Key key, const End& with, const Says& says) {
    key[3] |= stamp << STAMP_AT;
    Entry *at = &entries[place(key)], *end = at + WAYS - 1;
    Entry* old = std::find_if(at, end, [&](const Entry& e) { return e.key == key && says(with, e.with); });
    std::move_backward(at, old, old + 1);
    *at = {key, with};
  }

 private:
  size_t place(const Key& key) const {
    uint64_t mixed = 0;
    for (uint64_t word : key) {
      mixed = (mixed ^ word) * 0x9e3779b97f4a7c15ull;
      mixed ^= mixed >> 32;
    }
    return mixed % (entries.size() / WAYS) * WAYS;
  }
};

enum Answer { LOST, WON, NOT_DECIDED };

template <class Game>
class Search {
  using State = typename Game::State;
  using End = typename Game::End;
  struct Way {
    float promise;
    End end;
  };
  static constexpr int MOST_ROOMS = 64;

  Judge<Game> judge;
  Memory<Game> lost, won;
  Chance unused{0};
  std::array<std::vector<Way>, MOST_ROOMS> ways;
  long budget = 0;
  bool out = false;  // of positions: nothing is known

 public:
  long positions = 0;
  std::vector<End> line;  // how the rooms are left, if that wins

  Search(const Net& net, const typename Game::Layout& at, size_t bytes) : judge(net, at), lost(bytes), won(bytes) {}

  void forget() {
    lost.clear();
    won.clear();
    positions = 0;
  }

  Answer solve(const State& start, long most) {
    forget();
    const Answer answer = further(start, most);
    std::reverse(line.begin(), line.end());
    return answer;
  }

  // With what is remembered of other positions, and so many more of them.
  Answer further(const State& start, long most) {
    line.clear();
    budget = positions + most;
    out = false;
    return wins(start, 0) ? WON : out ? NOT_DECIDED : LOST;
  }

  // How many rooms of the line that `solve` found have several ways out of which only one wins. -1
  // where a search takes more positions.
  int narrow(State state, long most) {
    const std::vector<End> taken = line;
    int found = 0;
    for (const End& end : taken) {
      judge.look(state);
      const std::vector<End> ends = judge.ends;
      int winning = 0;
      for (size_t i = 0; i < ends.size() && winning < 2; i++) {
        State next = state;
        winning += Game::apply(next, ends[i], unused) || further(next, most) == WON;
        if (out) return -1;
      }
      found += ends.size() > 1 && winning == 1;
      Game::apply(state, end, unused);
    }
    return found;
  }

 private:
  bool wins(const State& state, int depth) {
    if (hopeless(state)) return false;
    const Key key = key_of(state);
    End with{};
    with.hp = static_cast<int8_t>(state.hp);
    with.arms = state.arms;
    // Who has more could win as well, who has less could not.
    const auto as_lost = [&](const End& kept, const End& here) { return covers(state.house, kept, here); };
    const auto as_won = [&](const End& kept, const End& here) { return covers(state.house, here, kept); };
    if (lost.has(key, with, as_lost)) return false;
    if (won.has(key, with, as_won)) return true;
    if (positions == budget) return out = true, false;
    positions++;
    find_ways(state, ways[depth]);
    for (const Way& way : ways[depth]) {
      State next = state;
      if (Game::apply(next, way.end, unused) || wins(next, depth + 1)) {
        line.push_back(way.end);
        won.add(key, with, as_won);
        return true;
      }
      if (out) return false;
    }
    lost.add(key, with, as_lost);
    return false;
  }

  // The most promising first, without those that another one covers.
  void find_ways(const State& state, std::vector<Way>& found) {
    judge.look(state);
    found.clear();
    for (size_t i = 0; i < judge.ends.size(); i++) {
      const End& end = judge.ends[i];
      const auto covers_it = [&](const End& other) {
        return &other != &end && covers(state.house, other, end);
      };
      if (std::any_of(judge.ends.begin(), judge.ends.end(), covers_it)) continue;
      found.push_back({judge.odds[i], end});
    }
    std::stable_sort(found.begin(), found.end(), [](const Way& a, const Way& b) { return a.promise > b.promise; });
  }

  static Key key_of(const State& state) {
    Key key{};
    int at = 0;
    for (int i = state.pile.top; i < state.pile.bottom; i++, at++)
      key[at / 12] |= uint64_t(state.pile.cards[i] + 1) << at % 12 * 5;
    std::array<Card, ROOM_SIZE> room;
    room.fill(NO_CARD);
    std::copy_n(state.room.cards.begin(), state.room.count, room.begin());
    if (!state.may_leave) std::sort(room.begin(), room.end());  // their order counts only under the pile
    uint64_t rest = state.may_leave;
    for (Card card : room) rest = rest << 5 | (card + 1);
    key[3] |= rest << 20;
    return key;
  }
};
