// How learning goes on: ever smaller steps, ever less left to chance.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>

struct Course {
  long games;
  uint64_t seed;
  double rate_first = 1e-3, rate_last = 2e-5;      // how far a step goes
  double trust_first = 0.9, trust_last = 0.4;      // lambda: the outcome of the game, not the next guess
  double stray = 0.04;                             // moves at random, falling to none
  double short_until = 0.3;                        // so long some games begin with a part of the pack
  int batch = 16;                                  // so many positions are learned from at once

  double part(long game) const { return game / double(games); }
  double rate(long game) const { return rate_first * std::pow(rate_last / rate_first, part(game)); }
  double trust(long game) const { return trust_first + (trust_last - trust_first) * part(game); }
  double strays(long game) const { return stray * (1 - part(game)); }

  // Nobody wins by chance, so whoever begins to learn needs games that are nearly won.
  double short_games(long game) const { return std::max(0.0, 1 - part(game) / short_until); }
};

inline double seconds() { return clock() / double(CLOCKS_PER_SEC); }
