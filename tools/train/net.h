// A value: one row of numbers for each feature. The rows of the features that hold are added up,
// and what is above zero in a hidden unit speaks for a win or against it. With SECOND units in a
// second layer it says instead how many times that unit's own row is added up there.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "chance.h"

#ifndef UNITS
#define UNITS 64
#endif
#ifndef SECOND
#define SECOND 0
#endif
constexpr int LAST = SECOND ? SECOND : UNITS;  // units that speak for a win or against it

// The rows in a file of weights are whole: their numbers times these.
constexpr int SCALE = SECOND ? 32 : 256, SECOND_SCALE = 1024;
constexpr int WHOLE = SECOND ? SCALE * SECOND_SCALE : SCALE;  // the log odds times this

// As many as a processor may take at once; left alone, the compiler fears that two rows overlap.
typedef float Sixteen __attribute__((vector_size(64), may_alias));

template <int COUNT>
struct alignas(64) Numbers {
  static_assert(COUNT % 16 == 0);
  float of[COUNT];

  Sixteen& sixteen(int first) { return reinterpret_cast<Sixteen&>(of[first]); }
  const Sixteen& sixteen(int first) const { return reinterpret_cast<const Sixteen&>(of[first]); }

  void add(const Numbers& other, float times = 1) {
    for (int i = 0; i < COUNT; i += 16) sixteen(i) += times * other.sixteen(i);
  }

  // What is above zero here, each times its number there.
  float above_zero(const Numbers& times) const {
    Sixteen sum{};
    for (int i = 0; i < COUNT; i += 16) sum += (sixteen(i) > 0 ? sixteen(i) : Sixteen{}) * times.sixteen(i);
    float total = 0;
    for (int i = 0; i < 16; i++) total += sum[i];
    return total;
  }
};

using Row = Numbers<UNITS>;
using LastRow = Numbers<LAST>;

struct Feature {
  int16_t number;
  float times;
};

// The features that hold in a position, and the value it should have had.
struct Example {
  std::vector<Feature> features;
  float truth = 0;

  void put(int number, float times = 1) { features.push_back({int16_t(number), times}); }
};

inline float chance_of(float odds) { return 1.f / (1.f + std::exp(-odds)); }

// What the features are called in a file, in the order of their numbers.
struct Names {
  std::vector<std::pair<std::string, std::string>> all;

  int part(const std::string& part, const std::vector<std::string>& names) {
    const int first = static_cast<int>(all.size());
    for (auto& name : names) all.emplace_back(part, name);
    return first;
  }

  int size() const { return static_cast<int>(all.size()); }
};

inline std::vector<std::string> count_names(int from, int to) {
  std::vector<std::string> names;
  for (int i = from; i < to; i++) names.push_back(std::to_string(i));
  return names;
}

struct Net {
  std::vector<Row> rows;
  Row bias{};
  std::vector<LastRow> second;  // a row for each unit of the first layer, if there are two
  LastRow second_bias{}, out{};
  float last = 0;
  float scale = 1;  // WHOLE once the rows are whole numbers

  Net() = default;

  Net(int features, uint64_t seed) : rows(features), second(SECOND ? UNITS : 0) {
    Chance chance(seed);
    const auto fill = [&](auto& row, float width) {
      for (float& x : row.of) x = chance.normal() * width;
    };
    for (auto& row : rows) fill(row, 0.12f);
    for (auto& row : second) fill(row, std::sqrt(2.f / UNITS));
    fill(out, std::sqrt((SECOND ? 1.f : 2.f) / LAST));
  }

  Row sum(const std::vector<Feature>& features) const {
    Row total = bias;
    for (auto& f : features) total.add(rows[f.number], f.times);
    return total;
  }

  // Adds the rows of the features that are put to it to a sum.
  struct Summing {
    const Net& net;
    Row sum;

    void put(int number, float times = 1) { sum.add(net.rows[number], times); }
  };

  // What the units that speak add up to.
  template <class Sum>
  LastRow last_sum(const Sum& sum) const {
    if constexpr (SECOND) {
      LastRow part[4] = {second_bias};  // four sums, since one waits for what was added last
      for (int i = 0; i < UNITS; i += 4)
        for (int k = 0; k < 4; k++) part[k].add(second[i + k], std::max(0.f, sum.of[i + k]));
      for (int k = 1; k < 4; k++) part[0].add(part[k]);
      return part[0];
    } else {
      return sum;
    }
  }

  float odds(const Row& sum) const { return odds_of(last_sum(sum)); }

  float odds_of(const LastRow& sum) const { return (last + sum.above_zero(out)) / scale; }

  // The same value in whole numbers: the weight of a unit that speaks goes into its rows, and
  // those that speak for a win come first.
  Net folded() const {
    std::vector<int> order(LAST);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return (out.of[a] < 0) < (out.of[b] < 0); });
    const auto fold = [&](const LastRow& row, int times) {
      LastRow whole;
      for (int i = 0; i < LAST; i++) whole.of[i] = std::round(row.of[order[i]] * std::abs(out.of[order[i]]) * times);
      return whole;
    };
    const auto first = [&](const auto& row) {
      if constexpr (SECOND) {
        Row whole;
        for (int i = 0; i < UNITS; i++) whole.of[i] = std::round(row.of[i] * SCALE);
        return whole;
      } else {
        return fold(row, SCALE);
      }
    };
    Net net;
    for (auto& row : rows) net.rows.push_back(first(row));
    net.bias = first(bias);
    for (auto& row : second) net.second.push_back(fold(row, SECOND_SCALE));
    net.second_bias = fold(second_bias, WHOLE);
    for (int i = 0; i < LAST; i++) net.out.of[i] = out.of[order[i]] < 0 ? -1.f : 1.f;
    net.last = std::round(last * WHOLE);
    net.scale = WHOLE;
    return net;
  }

  // A folded net as lines: part, name, numbers.
  void write(const std::string& file, const Names& names) const {
    std::ofstream text(file);
    const auto line = [&](const std::string& part, const std::string& name, const auto& row) {
      text << part << ' ' << name;
      for (float x : row.of) text << ' ' << static_cast<int>(x);
      text << '\n';
    };
    text << "scale scale " << static_cast<int>(scale) << '\n';
    text << "out out " << static_cast<int>(last) << '\n';
    text << "for for " << std::count(out.of, out.of + LAST, 1.f) << '\n';
    line("bias", "bias", bias);
    for (size_t i = 0; i < second.size(); i++) line("second", std::to_string(i), second[i]);
    if (SECOND) line("second", "bias", second_bias);
    for (int i = 0; i < names.size(); i++) line(names.all[i].first, names.all[i].second, rows[i]);
  }

  // Throws runtime_error for a file that lacks a row or has too few units.
  static Net read(const std::string& file, const Names& names) {
    std::map<std::pair<std::string, std::string>, std::string> lines;
    std::ifstream text(file);
    std::string part, name, rest;
    while (text >> part >> name && std::getline(text, rest)) lines[{part, name}] = rest;
    const auto number = [&](const std::string& p, const std::string& n, auto* first, int count) {
      std::istringstream numbers(lines[{p, n}]);
      for (int i = 0; i < count; i++)
        if (!(numbers >> first[i])) throw std::runtime_error(file + " lacks " + p + " " + n);
    };
    Net net;
    for (auto& [p, n] : names.all) number(p, n, net.rows.emplace_back().of, UNITS);
    number("bias", "bias", net.bias.of, UNITS);
    for (int i = 0; i < (SECOND ? UNITS : 0); i++) number("second", std::to_string(i), net.second.emplace_back().of, LAST);
    if (SECOND) number("second", "bias", net.second_bias.of, LAST);
    number("out", "out", &net.last, 1);
    int speaking_for;
    number("for", "for", &speaking_for, 1);
    for (int i = 0; i < LAST; i++) net.out.of[i] = i < speaking_for ? 1.f : -1.f;
    number("scale", "scale", &net.scale, 1);
    return net;
  }
};

// Learns from examples by Adam, a batch at a time.
struct Learner {
  Net& net;
  const int batch;
  std::vector<Row> slope, mean, square;
  std::vector<LastRow> slope_second, mean_second, square_second;
  Row slope_bias{}, mean_bias{}, square_bias{};
  LastRow slope_out{}, mean_out{}, square_out{}, slope_second_bias{}, mean_second_bias{}, square_second_bias{};
  float slope_last = 0;
  int seen = 0;
  long steps = 0;

  Learner(Net& n, int batch)
      : net(n), batch(batch), slope(n.rows.size()), mean(slope), square(slope), slope_second(n.second.size()),
        mean_second(slope_second), square_second(slope_second) {}

  // How far off the net was, and a step after every batch.
  float learn(const Example& example, float rate) {
    const Row sum = net.sum(example.features);
    const LastRow total = net.last_sum(sum);
    const float chance = chance_of(net.odds_of(total));
    const float wrong = (chance - example.truth) / batch;
    LastRow back;
    for (int i = 0; i < LAST; i++) {
      slope_out.of[i] += wrong * std::max(0.f, total.of[i]);
      back.of[i] = total.of[i] > 0 ? wrong * net.out.of[i] : 0.f;
    }
    slope_last += wrong;
    const Row first = further_back(sum, back);
    slope_bias.add(first);
    for (auto& f : example.features) slope[f.number].add(first, f.times);
    if (++seen == batch) step(rate);
    return std::abs(chance - example.truth);
  }

 private:
  // From the units that speak to those of the first layer.
  template <class Back>
  Row further_back(const Row& sum, const Back& back) {
    if constexpr (SECOND) {
      Row first{};
      slope_second_bias.add(back);
      for (int i = 0; i < UNITS; i++) {
        if (sum.of[i] <= 0) continue;
        slope_second[i].add(back, sum.of[i]);
        for (int k = 0; k < LAST; k++) first.of[i] += net.second[i].of[k] * back.of[k];
      }
      return first;
    } else {
      return back;
    }
  }

  void step(float rate) {
    seen = 0;
    steps++;
    const float a = rate / (1 - std::pow(0.9, steps)), b = 1 / (1 - std::pow(0.999, steps));
    for (size_t i = 0; i < slope.size(); i++) move(net.rows[i], slope[i], mean[i], square[i], a, b);
    for (size_t i = 0; i < slope_second.size(); i++) move(net.second[i], slope_second[i], mean_second[i], square_second[i], a, b);
    move(net.bias, slope_bias, mean_bias, square_bias, a, b);
    move(net.second_bias, slope_second_bias, mean_second_bias, square_second_bias, a, b);
    move(net.out, slope_out, mean_out, square_out, a, b);
    net.last -= rate * slope_last;
    slope_last = 0;
  }

  template <class Some>
  static void move(Some& row, Some& slope, Some& mean, Some& square, float a, float b) {
    for (size_t i = 0; i < std::size(row.of); i++) {
      const float g = slope.of[i];
      mean.of[i] = 0.9f * mean.of[i] + 0.1f * g;
      square.of[i] = 0.999f * square.of[i] + 0.001f * g * g;
      row.of[i] -= a * mean.of[i] / (std::sqrt(square.of[i] * b) + 1e-8f);
      slope.of[i] = 0;
    }
  }
};
