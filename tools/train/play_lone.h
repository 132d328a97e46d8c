// How well a value plays with a few rooms of trials, exactly as tracker/rules/advice does it.
#pragma once
#include <iostream>
#include <optional>

#include "learn_lone.h"
#include "search.h"

struct Thinking {
  int trials, rooms;
  int positions;       // so many at most are searched for one answer
  bool mixed = false;  // real cards: nobody knows in which order a skipped room lies under the pile
  int entrants = 6;
};

constexpr int A_TRIAL = 30;  // so many at most for one trial
constexpr int JUDGED = 20;   // what the value says of an end counts as so many trials
constexpr size_t REMEMBERED = 1 << 20;

template <class Game>
struct Adviser {
  using State = typename Game::State;
  using End = typename Game::End;

  struct Entrant {
    End end;
    double mean;
    int trials = 0;
  };

  Judge<Game> judge, ahead;  // the room that lies open, and those of the trials
  Search<Game> search;
  Thinking thinking;
  Chance chance;

  Adviser(const Net& net, const typename Game::Layout& at, Thinking t, uint64_t seed)
      : judge(net, at), ahead(net, at), search(net, at, REMEMBERED), thinking(t), chance(seed) {}

  // The best end of the open room, and the chance that was estimated, if not known; false where there
  // is only death.
  bool advise(const State& state, End& chosen, std::optional<float>& said) {
    const int best = judge.look(state);
    if (best < 0) return false;
    chosen = judge.ends[best];
    said = {};
    if (state.last()) return true;
    if (!thinking.trials) return said = chance_of(judge.odds[best]), true;
    std::vector<Entrant> field;
    for (size_t i = 0; i < judge.ends.size(); i++) field.push_back({judge.ends[i], chance_of(judge.odds[i])});
    sort(field, field.size());
    search.forget();
    const bool seen = !(thinking.mixed && state.pile.under);
    if (seen && !state.pile.face_down() && known(state, field, chosen)) return true;
    if (int(field.size()) > thinking.entrants) field.resize(thinking.entrants);
    race(state, field);
    chosen = field[0].end;
    said = static_cast<float>(field[0].mean);
    return true;
  }

 private:
  // Whether the first end that wins was found, or that none does.
  bool known(const State& state, const std::vector<Entrant>& field, End& chosen) {
    for (auto& entrant : field) {
      State next = state;
      const bool won = Game::apply(next, entrant.end, chance);
      const Answer answer = won ? WON : search.further(next, left());
      if (answer == WON) chosen = entrant.end;
      if (answer != LOST) return answer == WON;
    }
    return true;
  }

  long left() const { return thinking.positions - search.positions; }

  void race(const State& state, std::vector<Entrant>& field) {
    size_t going = field.size();
    const int stages = std::max(1, static_cast<int>(std::ceil(std::log2(double(going)))));
    for (int stage = 0; stage < stages; stage++) {
      const int rounds = thinking.trials / stages / static_cast<int>(going);
      for (int i = 0; i < rounds; i++) {
        State deal = state;
        deal.pile.shuffle_face_down(chance);
        if (thinking.mixed) deal.pile.shuffle_rooms(chance);
        for (size_t k = 0; k < going; k++) add(field[k], trial(deal, field[k].end));
      }
      sort(field, going);
      going = (going + 1) / 2;
    }
  }

  static void sort(std::vector<Entrant>& field, size_t count) {
    std::stable_sort(field.begin(), field.begin() + count, [](auto& a, auto& b) { return a.mean > b.mean; });
  }

  static void add(Entrant& entrant, double result) {
    entrant.trials++;
    entrant.mean += (result - entrant.mean) / (JUDGED + entrant.trials);
  }

 public:
  // The chance to win behind an end, on one deal.
  double trial(State state, End end) {
    for (int rooms = thinking.rooms;; rooms--) {
      if (Game::apply(state, end, chance)) return 1;
      if (left() > 0 && !state.pile.face_down()) {
        const Answer answer = search.further(state, std::min<long>(A_TRIAL, left()));
        if (answer != NOT_DECIDED) return answer == WON;
      }
      const int best = ahead.look(state);
      if (best < 0) return 0;
      if (state.last()) return 1;
      if (rooms == 1) return chance_of(ahead.odds[best]);
      end = ahead.ends[best];
    }
  }
};

// Plays a deal to its end: whether it is won. Adds the chances that were estimated on the way.
template <class Game>
bool wins(Adviser<Game>& adviser, typename Game::State state, std::vector<float>& said) {
  typename Game::End end;
  for (std::optional<float> chance; adviser.advise(state, end, chance);) {
    if (chance) said.push_back(*chance);
    if (state.last() || Game::apply(state, end, adviser.chance)) return true;
  }
  return false;
}

// Plays one of the first rooms after another at once, then loses health; false where the game ends before.
template <class Game>
bool hurts(Adviser<Game>& adviser, typename Game::State& state) {
  constexpr int HURT_BY = 10, HURT_HP = 10;  // rooms, hp
  for (int rooms = adviser.chance.below(HURT_BY); rooms; rooms--) {
    const int best = adviser.judge.look(state);
    if (best < 0 || state.last() || Game::apply(state, adviser.judge.ends[best], adviser.chance)) return false;
  }
  state.hp = std::min<int>(state.hp, 1 + adviser.chance.below(HURT_HP));
  return true;
}

// Plays so many deals and prints a line for each thing said: the chance, whether it came true and
// the deal. After each deal comes a line `game` with its number and whether it was won. A strong
// player is rarely in danger, so `hurt` deals follow of which only what is said after a wound is told.
template <class Game>
void play(const Net& net, const typename Game::Layout& at, const typename Game::House& house, Thinking thinking,
          long deals, uint64_t seed, long hurt) {
  Adviser<Game> adviser(net, at, thinking, seed * 7919 + 13);
  Chance chance(seed);
  long decisions = 0;
  std::vector<float> game;
  for (long deal = 0; deal < deals + hurt; deal++) {
    game.clear();
    auto state = Game::dealt(house, chance);
    const bool hurting = deal >= deals;
    if (hurting && !hurts(adviser, state)) continue;
    const bool won = wins(adviser, state, game);
    decisions += game.size();
    for (float each : game) printf("%.5f %d %ld\n", each, won, deal);
    if (hurting) printf("hurt %ld\n", deal);
    else printf("game %ld %d\n", deal, won);
  }
  fprintf(stderr, "%.3f ms a decision\n", 1000 * seconds() / decisions);
}

// Reads a seed and a pack from the top in each line, and prints whether it is won with those dice.
template <class Game>
void play_given(const Net& net, const typename Game::Layout& at, const typename Game::House& house, Thinking thinking) {
  Adviser<Game> adviser(net, at, thinking, 0);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream text(line);
    uint64_t seed;
    text >> seed;
    adviser.chance = Chance(seed);
    std::vector<float> said;
    typename Game::State state;
    state.house = house;
    state.pile = Pile::read(text);
    state.enter(true);
    std::cout << wins(adviser, state, said) << std::endl;
  }
}
