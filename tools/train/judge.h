// All ends of a room with what the value thinks of them, for a game of one player.
#pragma once
#include "lone.h"

template <class Game>
struct Judge {
  using End = typename Game::End;
  using State = typename Game::State;

  const Net& net;
  const typename Game::Layout& at;
  typename Game::Ends finder;
  std::vector<End> ends;
  std::vector<float> odds;

  Judge(const Net& n, const typename Game::Layout& layout) : net(n), at(layout) {}

  // The place of the best end; -1 where there is only death.
  int look(const State& state) {
    ends.clear();
    odds.clear();
    finder.find(state, ends);
    if (state.last()) {  // any end wins
      for (auto& end : ends) odds.push_back(100.f + end.hp);
    } else {
      Coming coming(state.pile);
      const Row base = sum_of_coming(coming, state);
      for (auto& end : ends) odds.push_back(odds_of(base, coming, end));
      if (state.may_leave && state.pile.size()) look_at_leaving(state, coming);
    }
    const auto best = std::max_element(odds.begin(), odds.end());
    return best == odds.end() ? -1 : static_cast<int>(best - odds.begin());
  }

  // What is to be learned about an end of this room.
  void describe(const State& state, const End& end, Example& to) const {
    Coming coming(state.pile);
    if (end.left) Game::put_back(state, coming);
    to.features.clear();
    put_coming(coming, state, to);
    Game::put_end(at, coming, end, to);
  }

 private:
  void look_at_leaving(const State& state, Coming& coming) {
    Game::put_back(state, coming);
    End end{};
    end.hp = static_cast<int8_t>(state.hp);
    end.arms = state.arms;
    end.left = true;
    ends.push_back(end);
    odds.push_back(odds_of(sum_of_coming(coming, state), coming, end));
  }

  template <class To>
  void put_coming(const Coming& coming, const State& state, To& to) const {
    for (Card card = 0; card < CARDS; card++) {
      if (coming.hidden[card]) to.put(at.hidden + card, coming.hidden[card]);
      if (coming.under[card]) to.put(at.under + card, coming.under[card]);
    }
    Game::put_house(at, state.house, to);
  }

  Row sum_of_coming(const Coming& coming, const State& state) const {
    Net::Summing cards{net, net.bias};
    put_coming(coming, state, cards);
    return cards.sum;
  }

  float odds_of(const Row& base, const Coming& coming, const End& end) const {
    Net::Summing all{net, base};
    Game::put_end(at, coming, end, all);
    return net.odds(all.sum);
  }
};
