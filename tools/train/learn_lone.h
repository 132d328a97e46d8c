// The value of a room's end, learned by playing against the deck: TD(lambda).
#pragma once
#include "judge.h"
#include "learn.h"

template <class Game>
Net learned(const Course& course, bool house_rules, const typename Game::Layout& at) {
  Net net(at.size(), course.seed);
  Learner learner(net, course.batch);
  Judge<Game> judge(net, at);
  Chance chance(course.seed);
  std::vector<Example> met(80);
  std::vector<float> best_chance(80);
  std::vector<bool> strayed(80);
  long wins = 0, games = 0;
  for (long game = 0; game < course.games; game++) {
    const auto house = house_rules ? Game::House::any(chance) : typename Game::House{};
    const bool part = chance.unit() < course.short_games(game);
    auto state = Game::dealt(house, chance, part ? chance.below(38) : 0);
    int count = 0;
    bool won = false;
    while (!won) {
      const int best = judge.look(state);
      if (best < 0) break;
      won = state.last();
      if (won) break;
      int chosen = best;
      if (chance.unit() < course.strays(game)) chosen = chance.below(judge.ends.size());
      best_chance[count] = chance_of(judge.odds[best]);
      strayed[count] = chosen != best;
      judge.describe(state, judge.ends[chosen], met[count++]);
      won = Game::apply(state, judge.ends[chosen], chance);
    }
    // From the last room backwards: what followed, partly as it came and partly as it was judged.
    float truth = won;
    for (int i = count - 1; i >= 0; i--) {
      const double trust = course.trust(game);
      if (i < count - 1) {
        const float judged = best_chance[i + 1];
        truth = strayed[i + 1] ? judged : float((1 - trust) * judged + trust * truth);
      }
      met[i].truth = truth;
      learner.learn(met[i], course.rate(game));
    }
    wins += won && !part;
    games += !part;
    if ((game + 1) % std::max(1L, course.games / 10) == 0) {
      fprintf(stderr, "%9ld games, %.1f %% won, %.0f s\n", game + 1, 100.0 * wins / std::max(1L, games), seconds());
      wins = games = 0;
    }
  }
  return net.folded();
}
