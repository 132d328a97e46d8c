// Scoundrel with open cards: which weapon is never worse, and when nothing can help any more.
#pragma once
#include "solo.h"

// Whether this end can do all that another can. Where a weapon must be used, a higher limit may hurt.
inline bool covers(const Solo::House& house, const Solo::End& end, const Solo::End& other) {
  const Solo::Arms &arms = end.arms, &others = other.arms;
  if (end.hp < other.hp || end.carried != other.carried || end.left != other.left) return false;
  if (house.always_armed) return arms.weapon == others.weapon && arms.limit == others.limit;
  return arms.weapon >= others.weapon && arms.limit >= others.limit;
}

// Whether more damage is to come than health and all potions bear, in whatever order. A weapon
// fights each value once, so of equal enemies one meets the best weapon, the others the second.
inline bool hopeless(const Solo::State& state) {
  std::array<int8_t, MONSTERS> enemies{};
  int left = state.hp, best = 0, second = 0;
  const auto with = [](int& best, int& second, int weapon) {
    second = std::max(second, std::min(best, weapon));
    best = std::max(best, weapon);
  };
  const auto count = [&](Card card) {
    if (is_monster(card)) enemies[card]++;
    else if (is_weapon(card)) with(best, second, value_of(card));
    else left += value_of(card);
  };
  std::for_each_n(state.room.cards.begin(), state.room.count, count);
  std::for_each(&state.pile.cards[state.pile.top], &state.pile.cards[state.pile.bottom], count);
  for (Card card = 0; card < MONSTERS; card++) {
    if (!enemies[card]) continue;
    const int value = value_of(card);
    int first = best, others = second;
    if (value < state.arms.limit) with(first, others, state.arms.weapon);
    left -= std::max(0, value - first) + (enemies[card] - 1) * std::max(0, value - others);
  }
  return left <= 0;
}
