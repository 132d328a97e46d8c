// How far a table comes whose rooms are planned and tried as tracker/rules/advice does it.
#pragma once
#include <list>
#include <set>

#include "learn_coop.h"

struct CoopThinking {
  int trials;
  double later;  // what survival is worth a room later
  static constexpr int LINES = 6, LINES_AHEAD = 1, ENTRANTS = 3;
};

struct Line {
  Table table;
  Row cards;
  float odds = -1e9;

  bool falls() const { return odds < -500; }

  // All that matters when the room has been left.
  std::string end() const {
    std::string text;
    const auto put = [&](int number) { text.push_back(static_cast<char>(number)); };
    for (auto& p : table.players) {
      for (int number : {int(p.hp), int(p.weapon), int(p.passed), p.slain.count, p.shields.count}) put(number);
      for (int i = 0; i < p.slain.count; i++) put(p.slain.of[i]);
      for (int i = 0; i < p.shields.count; i++) put(p.shields.of[i]);
    }
    for (int i = 0; i < table.room.count; i++) put(table.room.of[i]);
    put(table.ran);
    return text;
  }

  // All that matters for the rest of the room.
  std::string position() const {
    std::string text = end();
    for (auto& p : table.players) text.push_back(p.used);
    text.push_back(static_cast<char>(table.turn));
    text.push_back(table.fought);
    return text;
  }
};

struct Planner {
  CoopJudge judge;
  int width;  // so many lines go on at every step
  // Sorting a vector of what is aligned so far crashes: g++ sorts in a place that is aligned less.
  std::list<Line> ways = {};                  // out of the room
  std::vector<Line> field = {}, inside = {};  // at a step; after it
  std::vector<const Line*> order = {};
  std::vector<Decision> open = {};

  // Ways to leave the room that lies open, the best first.
  const std::list<Line>& found(const Table& table) {
    const int living = table.living();
    ways.clear();
    field.assign(1, {table, judge.cards(table)});
    while (!field.empty()) {
      inside.clear();
      for (auto& line : field) {
        line.table.decisions(open);
        for (auto& decision : open) {
          Line& next = inside.emplace_back(Line{line.table, line.cards});
          next.odds = judge.play(next.table, next.cards, decision) - 1000.f * (living - next.table.living());
          if (!next.table.left && !next.table.over()) continue;
          ways.push_back(next);
          inside.pop_back();
        }
      }
      go_on_with_most_promising();
    }
    ways.sort([](auto& a, auto& b) { return a.odds > b.odds; });
    return ways;
  }

 private:
  void go_on_with_most_promising() {
    order.clear();
    for (auto& line : inside) order.push_back(&line);
    std::stable_sort(order.begin(), order.end(), [](auto a, auto b) { return a->odds > b->odds; });
    std::set<std::string> met;
    field.clear();
    for (auto line : order) {
      if (int(field.size()) == width) break;
      if (width == 1 || met.insert(line->position()).second) field.push_back(*line);
    }
  }
};

// Tries the best ways out of a room on the room that comes after it.
struct CoopAdviser {
  struct Entrant {
    Line way;
    double mean;
    int trials = 0;
  };

  CoopThinking thinking;
  Chance chance;
  Planner planner, ahead;  // of the room that lies open, and of those of the trials

  CoopAdviser(const Net& net, const Layout& at, CoopThinking thinking, uint64_t seed)
      : thinking(thinking), chance(seed), planner{{net, at, {}}, CoopThinking::LINES}, ahead{{net, at, {}}, CoopThinking::LINES_AHEAD} {}

  // The best way out, and what was said of it.
  Line advise(const Table& table, float& said) {
    const auto& ways = planner.found(table);
    const Line& first = ways.front();
    said = first.falls() ? 0.f : chance_of(first.odds);
    if (!thinking.trials || first.falls()) return first;
    std::vector<Entrant> field;
    std::set<std::string> met;
    for (auto& way : ways)
      if (!way.falls() && field.size() < CoopThinking::ENTRANTS && met.insert(way.end()).second) field.push_back({way, chance_of(way.odds)});
    race(table, field);
    said = static_cast<float>(field[0].mean);
    return field[0].way;
  }

 private:
  void race(const Table& table, std::vector<Entrant>& field) {
    size_t going = field.size();
    const int stages = std::max(1, static_cast<int>(std::ceil(std::log2(double(going)))));
    for (int stage = 0; stage < stages; stage++) {
      const int rounds = thinking.trials / stages / static_cast<int>(going);
      for (int i = 0; i < rounds; i++) {
        Table deal = table;
        chance.shuffle(&deal.pile[deal.top], deal.left_in_pile() - deal.under);
        for (size_t k = 0; k < going; k++) {
          Table after = field[k].way.table;
          std::copy(&deal.pile[deal.top], &deal.pile[deal.bottom], &after.pile[after.top]);
          auto& entrant = field[k];
          entrant.mean += (trial(after) - entrant.mean) / ++entrant.trials;
        }
      }
      std::sort(field.begin(), field.begin() + going, [](auto& a, auto& b) { return a.mean > b.mean; });
      going = (going + 1) / 2;
    }
  }

  double trial(Table& table) {
    const bool played = !table.ran;
    Shuffler shuffle{chance};
    table.enter(shuffle);
    const Line& best = ahead.found(table).front();
    const double worth = best.falls() ? 0 : chance_of(best.odds);
    return played ? 1 - thinking.later + thinking.later * worth : worth;
  }
};

// Plays so many deals and prints a line for each thing said: the chance that nobody falls in ten
// rooms, whether that came true and the deal. After each deal comes a line `game` with its number,
// the floors finished and the floor of the first fall, if there was one. Good play meets no table in
// danger, so after them come `hurt` deals: by rooms played at once, then with less hp for everybody.
// Of these the next rooms are told, with a line `hurt` at the end.
inline void play(const Net& net, const Layout& at, CoopThinking thinking, long deals, uint64_t seed, int most_floors, long hurt) {
  constexpr int HURT_BY = 30, HURT_HP = 2, TOLD = 4, SURVIVED = 10;  // rooms, hp, rooms, rooms
  CoopAdviser adviser(net, at, thinking, seed * 7919 + 13);
  Chance chance(seed);
  Shuffler shuffle{chance};
  long rooms = 0;
  for (long deal = 0; deal < deals + hurt; deal++) {
    const bool hurting = deal >= deals;
    const int from = hurting ? static_cast<int>(chance.below(HURT_BY)) : 0;
    Table table = new_table(shuffle);
    std::vector<std::pair<float, int>> said;
    std::vector<int> falls;
    int first_fall = 0;
    while (!table.over() && (hurting ? falls.empty() && table.total_rooms <= from + TOLD + SURVIVED : table.floor <= most_floors)) {
      const int living = table.living(), room = table.total_rooms;
      if (room < from) {
        table = adviser.planner.found(table).front().table;
        if (table.living() < living) break;
        table.enter(shuffle);
        continue;
      }
      if (room == from && hurting)
        for (auto& p : table.players) p.hp = std::min<int>(p.hp, 1 + chance.below(HURT_HP));
      float chance_said;
      const Line line = adviser.advise(table, chance_said);
      // Where somebody must fall, 0 is no estimate.
      if (living == SEATS && !line.falls() && (!hurting || room < from + TOLD)) said.push_back({chance_said, room});
      table = line.table;
      if (table.living() < living) {
        falls.push_back(room);
        if (!first_fall) first_fall = table.floor;
      }
      if (!table.over()) table.enter(shuffle);
    }
    rooms += table.total_rooms;
    for (auto [chance_said, room] : said) {
      bool fell = false;
      for (int fall : falls) fell = fell || (fall >= room && fall <= room + SURVIVED);
      if (fell || table.total_rooms > room + SURVIVED) printf("%.5f %d %ld\n", chance_said, !fell, deal);
    }
    if (hurting) printf("hurt %ld\n", deal);
    else printf(first_fall ? "game %ld %d %d\n" : "game %ld %d\n", deal, table.floor - 1, first_fall);
  }
  fprintf(stderr, "%.2f ms a room\n", 1000 * seconds() / rooms);
}
