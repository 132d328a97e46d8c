// How far a table comes whose rooms are planned as tracker/rules/advice plans them.
#pragma once
#include <set>

#include "learn_coop.h"

constexpr int LINES = 6;

struct Line {
  Table table;
  Row cards;
  float odds = -1e9;

  // All that matters for the rest of the room.
  std::string position() const {
    std::string text;
    const auto put = [&](int number) { text.push_back(static_cast<char>(number)); };
    for (auto& p : table.players) {
      for (int number : {int(p.hp), int(p.weapon), int(p.used), int(p.passed), p.slain.count, p.shields.count}) put(number);
      for (int i = 0; i < p.slain.count; i++) put(p.slain.of[i]);
      for (int i = 0; i < p.shields.count; i++) put(p.shields.of[i]);
    }
    for (int i = 0; i < table.room.count; i++) put(table.room.of[i]);
    put(table.turn);
    put(table.fought);
    return text;
  }
};

struct Planner {
  CoopJudge judge;
  std::vector<Decision> open;

  // The best way found to leave the room that lies open.
  Line best(const Table& table) {
    const int living = table.living();
    Line best;
    std::vector<Line> field(1);
    field[0].table = table;
    field[0].cards = judge.cards(table);
    while (!field.empty()) {
      std::vector<Line> inside;
      for (auto& line : field) {
        line.table.decisions(open);
        for (auto& decision : open) {
          Line next{line.table, line.cards};
          next.odds = judge.play(next.table, next.cards, decision) - 1000.f * (living - next.table.living());
          if (!next.table.left && !next.table.over()) inside.push_back(next);
          else if (next.odds > best.odds) best = next;
        }
      }
      field = most_promising(inside);
    }
    return best;
  }

 private:
  static std::vector<Line> most_promising(std::vector<Line>& inside) {
    std::vector<const Line*> order;
    for (auto& line : inside) order.push_back(&line);
    std::stable_sort(order.begin(), order.end(), [](auto a, auto b) { return a->odds > b->odds; });
    std::vector<Line> best;
    std::set<std::string> met;
    for (auto line : order)
      if (best.size() < LINES && met.insert(line->position()).second) best.push_back(*line);
    return best;
  }
};

// Plays so many deals and prints a line for each thing said: the chance that nobody falls in ten
// rooms, whether that came true and the deal. After each deal comes a line `game` with its number,
// the floors finished and the floor of the first fall, if there was one.
inline void play(const Net& net, const Layout& at, long deals, uint64_t seed, int most_floors) {
  Planner planner{{net, at, {}, {}}, {}};
  Chance chance(seed);
  Shuffler shuffle{chance};
  long rooms = 0;
  for (long deal = 0; deal < deals; deal++) {
    Table table = new_table(shuffle);
    std::vector<std::pair<float, int>> said;
    std::vector<int> falls;
    int first_fall = 0;
    while (!table.over() && table.floor <= most_floors) {
      const int living = table.living(), room = table.total_rooms;
      const Line line = planner.best(table);
      if (living == SEATS) said.push_back({line.odds < -500 ? 0.f : chance_of(line.odds), room});
      table = line.table;
      if (table.living() < living) {
        falls.push_back(room);
        if (!first_fall) first_fall = table.floor;
      }
      if (!table.over()) table.enter(shuffle);
    }
    rooms += table.total_rooms;
    for (auto [odds, room] : said) {
      bool fell = false;
      for (int fall : falls) fell = fell || (fall >= room && fall <= room + 10);
      if (fell || table.total_rooms > room + 10) printf("%.5f %d %ld\n", odds, !fell, deal);
    }
    printf(first_fall ? "game %ld %d %d\n" : "game %ld %d\n", deal, table.floor - 1, first_fall);
  }
  fprintf(stderr, "%.2f ms a room\n", 1000 * seconds() / rooms);
}
