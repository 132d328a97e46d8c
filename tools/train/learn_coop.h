// The value of a table, learned by playing together: how long nobody falls, TD(lambda).
#pragma once
#include "coop_value.h"
#include "learn.h"

struct CoopCourse : Course {
  double later;     // what survival is worth a room later; near 1 the distant future counts most
  int most_floors;  // a game that goes on is broken off and judged
};

struct Shuffler {
  Chance& chance;
  void operator()(Card* cards, int count) { chance.shuffle(cards, count); }
};

// One stretch of a game until somebody falls, or it is broken off.
struct Stretch {
  std::vector<Example> met;
  std::vector<float> judged;       // the best that could be done before each of them
  std::vector<bool> strayed, room;  // whether something else was done; whether a room was played by it
  size_t count = 0;

  void clear() {
    count = 0;
    judged.clear();
    strayed.clear();
    room.clear();
  }

  Example& next() {
    if (count == met.size()) met.emplace_back();
    Example& example = met[count++];
    example.features.clear();
    return example;
  }

  // From the last position backwards; `end` is what survival was worth there.
  void learn(Learner& learner, float end, double rate, double trust, double later) {
    double truth = end;
    for (int i = static_cast<int>(count) - 1; i >= 0; i--) {
      if (i < static_cast<int>(count) - 1)
        truth = strayed[i + 1] ? judged[i + 1] : (1 - trust) * judged[i + 1] + trust * truth;
      if (room[i]) truth = 1 - later + later * truth;
      met[i].truth = static_cast<float>(truth);
      learner.learn(met[i], rate);
    }
  }
};

inline Net learned(const CoopCourse& course, const Layout& at) {
  Net net(at.size(), course.seed);
  Learner learner(net, course.batch);
  CoopJudge judge{net, at, {}};
  Chance chance(course.seed);
  Shuffler shuffle{chance};
  Stretch stretch;
  std::vector<Decision> open;
  double floors = 0;
  long games = 0;
  for (long game = 0; game < course.games; game++) {
    Table table = new_table(shuffle);
    stretch.clear();
    const auto learn = [&](float end) {
      stretch.learn(learner, end, course.rate(game), course.trust(game), course.later);
      stretch.clear();
    };
    while (!table.over() && table.floor <= course.most_floors) {
      table.decisions(open);
      const Row cards = judge.cards(table);
      const int living = table.living();
      Table best, chosen;
      float most = -1e9;
      const int stray = chance.unit() < course.strays(game) ? static_cast<int>(chance.below(open.size())) : -1;
      for (size_t i = 0; i < open.size(); i++) {
        Table after = table;
        Row sum = cards;
        const float odds = judge.play(after, sum, open[i]) - 1000.f * (living - after.living());
        if (odds > most) most = odds, best = after;
        if (static_cast<int>(i) == stray) chosen = after;
      }
      stretch.judged.push_back(most < -500 ? 0 : chance_of(most));
      stretch.strayed.push_back(stray >= 0);
      table = stray >= 0 ? chosen : best;
      if (table.living() < living) {
        learn(0);
        if (table.left) table.enter(shuffle);
        continue;
      }
      Example& example = stretch.next();
      at.put_cards(table, example);
      at.put_table(table, example);
      stretch.room.push_back(table.left && !table.ran);
      if (table.left) table.enter(shuffle);
    }
    if (!table.over()) learn(chance_of(judge.odds(table, judge.cards(table))));
    floors += table.floor - 1;
    games++;
    if ((game + 1) % std::max(1L, course.games / 10) == 0) {
      fprintf(stderr, "%8ld games, %.2f floors, %.0f s\n", game + 1, floors / games, seconds());
      floors = games = 0;
    }
  }
  return net.folded();
}
