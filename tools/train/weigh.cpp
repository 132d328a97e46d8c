// FILE DEALS SEED WAY WAY ...  weighs ways of thinking, each TRIALS,ROOMS,POSITIONS,ENDS, against the first of them
#include <cstring>

#ifdef RASCAL
#include "open_rascal.h"
using Game = Rascal;
#else
#include "open_solo.h"
using Game = Solo;
#endif
#include "play_lone.h"

// So many deals judge ends that were chosen without them, each by so many rooms more than they were chosen by.
constexpr int JUDGED_BY = 1000, ROOMS_MORE = 2, JUDGED_POSITIONS = 1'000'000;

bool same(const Game::End& a, const Game::End& b) {
  static_assert(std::has_unique_object_representations_v<Game::End>);
  return !memcmp(&a, &b, sizeof a);
}

// How much more often each way would win than the first, by what its choices differ in.
struct Weighing {
  std::vector<Adviser<Game>> ways;
  Adviser<Game> judge;
  Chance chance;

  Weighing(const Net& net, const Game::Layout& at, const std::vector<Thinking>& thinking, uint64_t seed)
      : judge(net, at, {0, thinking[0].rooms + ROOMS_MORE, JUDGED_POSITIONS}, seed * 7919 + 5), chance(seed) {
    for (size_t i = 0; i < thinking.size(); i++) ways.emplace_back(net, at, thinking[i], seed * 7919 + 13 + i);
  }

  std::vector<double> deal() {
    std::vector<double> gains(ways.size());
    auto state = Game::dealt({}, chance);
    Game::End first;
    for (std::optional<float> said; ways[0].advise(state, first, said);) {
      if (state.last()) break;
      std::vector<Game::End> ends{first};
      for (size_t i = 1; i < ways.size(); i++) ways[i].advise(state, ends.emplace_back(), said);
      judged(state, ends, gains);
      if (Game::apply(state, first, chance)) break;
    }
    return gains;
  }

 private:
  void judged(const Game::State& state, const std::vector<Game::End>& ends, std::vector<double>& gains) {
    const auto other = [&](const Game::End& end) { return !same(end, ends[0]); };
    if (std::none_of(ends.begin(), ends.end(), other)) return;
    judge.search.forget();
    for (int i = 0; i < JUDGED_BY; i++) {
      auto deal = state;
      deal.pile.shuffle_face_down(judge.chance);
      const double mean = judge.trial(deal, ends[0]);
      for (size_t k = 1; k < ends.size(); k++)
        if (other(ends[k])) gains[k] += (judge.trial(deal, ends[k]) - mean) / JUDGED_BY;
    }
  }
};

// Out: a line for each way, with the mean in games of 100 and half of its 95 % interval.
int main(int count, char** words) {
  const Game::Layout at(false);
  const Net net = Net::read(words[1], at);
  std::vector<Thinking> thinking;
  for (int i = 4; i < count; i++) {
    auto& way = thinking.emplace_back();
    sscanf(words[i], "%d,%d,%d,%d", &way.trials, &way.rooms, &way.positions, &way.entrants);
  }
  Weighing weighing(net, at, thinking, atoll(words[3]));
  const int deals = atoi(words[2]);
  std::vector<double> sums(thinking.size()), squares(thinking.size());
  for (int deal = 0; deal < deals; deal++) {
    const auto gains = weighing.deal();
    for (size_t k = 0; k < gains.size(); k++) sums[k] += gains[k], squares[k] += gains[k] * gains[k];
  }
  for (size_t k = 1; k < thinking.size(); k++) {
    const double mean = sums[k] / deals, variance = squares[k] / deals - mean * mean;
    printf("%s %+.2f %.2f\n", words[4 + k], 100 * mean, 196 * std::sqrt(variance / (deals - 1)));
  }
}
