// solve LINES default|house BUDGET BYTES    reads deals, writes an answer to each
//
// A line in: house rules, hp, the pile from the top. A line out: won, lost or undecided; the number
// of positions; if won how each room is left, after a semicolon each: hp, arms, the card carried on
// or "left". A line in that begins with `narrow` is answered by how many of these rooms are narrow.
#include <iostream>
#ifdef RASCAL
#include "../train/open_rascal.h"
using Game = Rascal;
#else
#include "../train/open_solo.h"
using Game = Solo;
#endif
#include "../train/search.h"

Game::State read(std::istream& text) {
  Game::State state;
  std::string house;
  text >> house >> state.hp;
  state.house = Game::House::named(house);
  state.pile = Pile::read(text);
  state.enter(true);
  return state;
}

int main(int count, char** words) {
  std::ios::sync_with_stdio(false);
  const Game::Layout at(std::string(words[2]) == "house");
  const Net value = Net::read(words[1], at);
  Search<Game> search(value, at, std::stoul(words[4]));
  const long budget = std::stol(words[3]);
  for (std::string line; std::getline(std::cin, line);) {
    const bool narrow = !line.rfind("narrow ", 0);
    std::istringstream text(line.substr(narrow ? 7 : 0));
    const Game::State start = read(text);
    const Answer answer = search.solve(start, budget);
    if (narrow) {
      std::cout << search.narrow(start, budget) << std::endl;
      continue;
    }
    std::cout << std::array{"lost", "won", "undecided"}[answer] << ' ' << search.positions;
    for (auto& end : search.line) {
      std::cout << "; " << int(end.hp) << ' ';
      end.arms.write(std::cout);
      std::cout << ' ' << (end.left ? "left" : name_of(end.carried));
    }
    std::cout << std::endl;
  }
}
