// learn FILE GAMES SEED LATER                       learns a value for SEATS players and writes it
// play FILE DEALS SEED FLOORS TRIALS LATER HURT    plays by it; said and came true to stdout, the time to stderr
// replay FILE                                       reads recorded games, writes what lies on the table after each decision, and its odds
#include <iostream>
#include <sstream>

#include "play_coop.h"

Card card_named(const std::string& name) {
  for (Card card = 0; card < CARDS; card++)
    if (name_of(card) == name) return card;
  throw std::runtime_error("no card is called " + name);
}

// Hands out recorded orders in place of chance.
struct Recorded {
  std::vector<std::vector<Card>> orders;
  size_t next = 0;

  void operator()(Card* cards, int count) {
    if (next == orders.size() || int(orders[next].size()) != count) throw std::runtime_error("another shuffle was recorded");
    std::copy(orders[next].begin(), orders[next].end(), cards);
    next++;
  }
};

void show(const Table& t, std::ostream& out) {
  out << t.floor << ' ' << t.total_rooms << ' ' << t.turn << ' ' << t.left_in_pile() << ' ' << t.under << ' ' << t.discard.count
      << ' ' << t.aside.count << ' ' << t.may_run();
  for (auto& p : t.players)
    out << " /" << ' ' << int(p.hp) << ' ' << int(p.weapon) << ' ' << p.limit() << ' ' << p.slain.count << ' ' << p.shielding()
        << ' ' << p.passed << ' ' << int(p.used);
  out << " /";
  for (int i = 0; i < t.room.count; i++) out << ' ' << name_of(t.room.of[i]);
  out << std::endl;
}

// In: `order` and cards for every shuffle, `start`, then `SEAT DO CARD` in numbers and names. Out: the table each time.
void replay(CoopJudge judge, std::istream& in, std::ostream& out) {
  Recorded recorded;
  Table table;
  for (std::string line; std::getline(in, line);) {
    std::istringstream text(line);
    std::string first, card;
    text >> first;
    if (first == "order") {
      recorded.orders.emplace_back();
      while (text >> card) recorded.orders.back().push_back(card_named(card));
      continue;
    }
    if (first == "start") {
      table = new_table(recorded);
    } else {
      int what;
      text >> what >> card;
      table.play({uint8_t(std::stoi(first)), static_cast<Do>(what), card == "-" ? Card(0) : card_named(card)});
      if (table.left) table.enter(recorded);
    }
    show(table, out);
    out << (table.over() ? 0 : judge.odds(table, judge.cards(table))) << std::endl;
  }
}

int main(int count, char** words) {
  const Layout at;
  const std::string what = count > 1 ? words[1] : "";
  if (what == "learn" && count == 6) {
    CoopCourse course{};
    static_cast<Course&>(course) = {atol(words[3]), strtoull(words[4], nullptr, 10), 2e-3, 5e-5, 0.95, 0.7, 0.03};
    course.batch = 512;
    course.later = atof(words[5]);
    course.most_floors = 40;
    learned(course, at).write(words[2], at);
  } else if (what == "play" && count == 9) {
    const CoopThinking thinking{atoi(words[6]), atof(words[7])};
    play(Net::read(words[2], at), at, thinking, atol(words[3]), strtoull(words[4], nullptr, 10), atoi(words[5]), atol(words[8]));
  } else if (what == "replay" && count == 3) {
    const Net net = Net::read(words[2], at);
    replay({net, at, {}}, std::cin, std::cout);
  } else {
    fprintf(stderr, "learn FILE GAMES SEED LATER, play FILE DEALS SEED FLOORS TRIALS LATER HURT, or replay FILE\n");
    return 1;
  }
}
