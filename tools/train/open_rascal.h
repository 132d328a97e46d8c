// Rascal with open cards: which weapon is never worse, and when nothing can help any more.
#pragma once
#include "rascal.h"

// Whether a card carried or in the pocket is never worse than another one. Nothing replaces the knife.
inline bool covers(Card card, Card other) {
  if (card == other) return true;
  if (card == NO_CARD || other == NO_CARD || other == Rascal::KNIFE) return false;
  if (is_monster(card) != is_monster(other) || is_weapon(card) != is_weapon(other)) return false;
  return is_monster(card) ? card < other : card > other;
}

// Whether this end can do all that another can. What is in the pocket can be tossed when another is stored.
inline bool covers(const Rascal::House&, const Rascal::End& end, const Rascal::End& other) {
  return end.hp >= other.hp && end.arms.edge >= other.arms.edge && end.arms.knife >= other.arms.knife &&
         end.left == other.left && covers(end.carried, other.carried) &&
         (other.arms.slot == NO_CARD || covers(end.arms.slot, other.arms.slot));
}

// Whether more damage is to come than health, all potions and all weapons bear, in whatever order.
// An edge of n stops n, then n - 1 and so on, and each use of the knife that much more than the
// edge. At best the strongest enemy meets the greatest of these, the next one the next, and so on.
inline bool hopeless(const Rascal::State& state) {
  std::array<int8_t, 15> enemies{}, stops{};
  int left = state.hp, best = std::max<int>(0, state.arms.edge);
  bool knife = false;
  const auto wear = [&](int edge) {
    for (int stop = std::min(edge, 10); stop > 0; stop--) stops[stop]++;
  };
  const auto count = [&](Card card) {
    const int value = value_of(card);
    if (is_monster(card)) enemies[value]++;
    else if (is_weapon(card)) wear(value), best = std::max(best, value);
    else left += value;
    knife |= state.house.knife && card == Rascal::KNIFE;
  };
  wear(state.arms.edge);
  for (int use = 1; use <= state.arms.knife; use++) stops[state.arms.edge + use]++;
  std::for_each_n(state.room.cards.begin(), state.room.count, count);
  std::for_each(&state.pile.cards[state.pile.top], &state.pile.cards[state.pile.bottom], count);
  if (state.arms.slot != NO_CARD) count(state.arms.slot);
  for (int use = 1; knife && use <= Rascal::KNIFE_USES; use++) stops[best + use]++;
  int stop = 14;
  for (int value = 14; value > 0; value--)
    for (int n = 0; n < enemies[value]; n++) {
      while (stop && !stops[stop]) stop--;
      left -= std::max(0, value - stop);
      if (stop) stops[stop]--;
    }
  return left <= 0;
}
