// learn FILE GAMES SEED default|house      learns a value and writes it
// play FILE DEALS SEED HOUSE TRIALS ROOMS POSITIONS MIXED HURT
//                                          plays by it; said and came true to stdout, the rate to stderr
// given FILE HOUSE TRIALS ROOMS POSITIONS MIXED
//                                          plays packs that it reads, with the dice that each names
// ends                                     reads rooms, writes their ends: the same as tracker/rules/advice finds
#include <cstring>

#ifdef RASCAL
#include "open_rascal.h"
using Game = Rascal;
#else
#include "open_solo.h"
using Game = Solo;
#endif
#include "play_lone.h"

// A line in: house rules, hp, arms, how many cards are in the pile, the room. A line out: its ends.
void print_ends(std::istream& in, std::ostream& out) {
  Game::Ends finder;
  for (std::string line; std::getline(in, line);) {
    std::istringstream text(line);
    Game::State state;
    std::string house, card;
    text >> house >> state.hp;
    state.house = Game::House::named(house);
    state.arms = Game::Arms::read(text);
    text >> state.pile.bottom;
    while (text >> card) state.room.add(card_named(card));
    std::vector<Game::End> ends;
    finder.find(state, ends);
    for (auto& end : ends) {
      out << int(end.hp) << ' ';
      end.arms.write(out);
      out << ' ' << name_of(end.carried) << ',';
    }
    out << std::endl;
  }
}

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  if (what == "learn" && count == 6) {
    const bool house_rules = !strcmp(words[5], "house");
    const Game::Layout at(house_rules);
    const Course course = Game::course(atol(words[3]), atoll(words[4]));
    learned<Game>(course, house_rules, at).write(words[2], at);
  } else if (what == "play" && count == 11) {
    const Thinking thinking{atoi(words[6]), atoi(words[7]), atoi(words[8]), atoi(words[9]) != 0};
    const Game::Layout at(strcmp(words[5], "default"));
    play<Game>(Net::read(words[2], at), at, Game::House::named(words[5]), thinking, atol(words[3]), atoll(words[4]),
               atol(words[10]));
  } else if (what == "given" && count == 8) {
    const Thinking thinking{atoi(words[4]), atoi(words[5]), atoi(words[6]), atoi(words[7]) != 0};
    const Game::Layout at(strcmp(words[3], "default"));
    play_given<Game>(Net::read(words[2], at), at, Game::House::named(words[3]), thinking);
  } else if (what == "ends") {
    print_ends(std::cin, std::cout);
  } else {
    fprintf(stderr, "learn FILE GAMES SEED default|house, play FILE DEALS SEED HOUSE TRIALS ROOMS POSITIONS MIXED HURT, ");
    fprintf(stderr, "given FILE HOUSE TRIALS ROOMS POSITIONS MIXED, or ends\n");
    return 1;
  }
}
