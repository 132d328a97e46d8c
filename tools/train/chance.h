// Chance that is the same everywhere: xoshiro256**, seeded by splitmix64.
#pragma once
#include <cstdint>
#include <utility>

struct Chance {
  uint64_t s[4];

  explicit Chance(uint64_t seed) {
    for (auto& word : s) {
      seed += 0x9e3779b97f4a7c15ull;
      uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
      word = z ^ (z >> 31);
    }
  }

  uint64_t next() {
    const uint64_t result = turn(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = turn(s[3], 45);
    return result;
  }

  uint32_t below(uint32_t n) { return static_cast<uint32_t>(((next() >> 32) * uint64_t(n)) >> 32); }

  double unit() { return (next() >> 11) * (1.0 / 9007199254740992.0); }

  // The sum of twelve dice is as good as a normal distribution to begin with.
  float normal() {
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += unit();
    return static_cast<float>(sum);
  }

  template <class Card>
  void shuffle(Card* cards, int count) {
    for (int i = count - 1; i > 0; i--) std::swap(cards[i], cards[below(i + 1)]);
  }

 private:
  static uint64_t turn(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
};
