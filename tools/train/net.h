// A value: one row of numbers for each feature. The rows of the features that hold are added up,
// and what is above zero in a hidden unit speaks for a win or against it.
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
constexpr int SCALE = 256;  // a row in a file of weights is whole: its numbers times this

struct alignas(64) Row {
  float of[UNITS];

  void add(const Row& other, float times = 1) {
    for (int i = 0; i < UNITS; i++) of[i] += times * other.of[i];
  }
};

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
  Row bias{}, out{};
  float last = 0;
  float scale = 1;  // SCALE once the rows are whole numbers

  Net() = default;

  Net(int features, uint64_t seed) : rows(features) {
    Chance chance(seed);
    for (auto& row : rows)
      for (float& x : row.of) x = chance.normal() * 0.12f;
    for (float& x : out.of) x = chance.normal() * std::sqrt(2.f / UNITS);
  }

  float odds(const Row& sum) const {
    double total = last;  // whole numbers stay exact
    float part[8] = {};
    for (int i = 0; i < UNITS; i += 8)
      for (int k = 0; k < 8; k++) part[k] += std::max(0.f, sum.of[i + k]) * out.of[i + k];
    for (float x : part) total += x;
    return static_cast<float>(total / scale);
  }

  Row sum(const std::vector<Feature>& features) const {
    Row total = bias;
    for (auto& f : features) total.add(rows[f.number], f.times);
    return total;
  }

  // The same value in whole numbers: the weight of a unit goes into its rows, and those that
  // speak for a win come first.
  Net folded() const {
    std::vector<int> order(UNITS);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return (out.of[a] < 0) < (out.of[b] < 0); });
    auto fold = [&](const Row& row) {
      Row whole;
      for (int i = 0; i < UNITS; i++) {
        const int unit = order[i];
        whole.of[i] = std::round(row.of[unit] * std::abs(out.of[unit]) * SCALE);
      }
      return whole;
    };
    Net net;
    for (auto& row : rows) net.rows.push_back(fold(row));
    net.bias = fold(bias);
    for (int i = 0; i < UNITS; i++) net.out.of[i] = out.of[order[i]] < 0 ? -1.f : 1.f;
    net.last = std::round(last * SCALE);
    net.scale = SCALE;
    return net;
  }

  // A folded net as lines: part, name, numbers.
  void write(const std::string& file, const Names& names) const {
    std::ofstream text(file);
    const auto line = [&](const std::string& part, const std::string& name, const Row& row) {
      text << part << ' ' << name;
      for (float x : row.of) text << ' ' << static_cast<int>(x);
      text << '\n';
    };
    text << "out out " << static_cast<int>(last) << '\n';
    text << "for for " << std::count(out.of, out.of + UNITS, 1.f) << '\n';
    line("bias", "bias", bias);
    for (int i = 0; i < names.size(); i++) line(names.all[i].first, names.all[i].second, rows[i]);
  }

  // Throws runtime_error for a file that lacks a row or has too few units.
  static Net read(const std::string& file, const Names& names) {
    std::map<std::pair<std::string, std::string>, std::string> lines;
    std::ifstream text(file);
    std::string part, name, rest;
    while (text >> part >> name && std::getline(text, rest)) lines[{part, name}] = rest;
    const auto row = [&](const std::string& p, const std::string& n, int count) {
      std::istringstream numbers(lines[{p, n}]);
      Row read{};
      for (int i = 0; i < count; i++)
        if (!(numbers >> read.of[i])) throw std::runtime_error(file + " lacks " + p + " " + n);
      return read;
    };
    Net net;
    for (auto& [p, n] : names.all) net.rows.push_back(row(p, n, UNITS));
    net.bias = row("bias", "bias", UNITS);
    net.last = row("out", "out", 1).of[0];
    const int speaking_for = static_cast<int>(row("for", "for", 1).of[0]);
    for (int i = 0; i < UNITS; i++) net.out.of[i] = i < speaking_for ? 1.f : -1.f;
    net.scale = SCALE;
    return net;
  }
};

// Learns from examples by Adam, a batch at a time.
struct Learner {
  static constexpr int BATCH = 16;
  Net& net;
  std::vector<Row> slope, mean, square;
  Row slope_bias{}, slope_out{}, mean_bias{}, mean_out{}, square_bias{}, square_out{};
  float slope_last = 0;
  int seen = 0;
  long steps = 0;

  explicit Learner(Net& n) : net(n), slope(n.rows.size()), mean(n.rows.size()), square(n.rows.size()) {}

  // How far off the net was, and a step after every batch.
  float learn(const Example& example, float rate) {
    const Row sum = net.sum(example.features);
    const float chance = chance_of(net.odds(sum));
    const float wrong = (chance - example.truth) / BATCH;
    Row back;
    for (int i = 0; i < UNITS; i++) {
      slope_out.of[i] += wrong * std::max(0.f, sum.of[i]);
      back.of[i] = sum.of[i] > 0 ? wrong * net.out.of[i] : 0.f;
    }
    slope_last += wrong;
    slope_bias.add(back);
    for (auto& f : example.features) slope[f.number].add(back, f.times);
    if (++seen == BATCH) step(rate);
    return std::abs(chance - example.truth);
  }

 private:
  void step(float rate) {
    seen = 0;
    steps++;
    const float a = rate / (1 - std::pow(0.9, steps)), b = 1 / (1 - std::pow(0.999, steps));
    for (size_t i = 0; i < slope.size(); i++) move(net.rows[i], slope[i], mean[i], square[i], a, b);
    move(net.bias, slope_bias, mean_bias, square_bias, a, b);
    move(net.out, slope_out, mean_out, square_out, a, b);
    net.last -= rate * slope_last;
    slope_last = 0;
  }

  static void move(Row& row, Row& slope, Row& mean, Row& square, float a, float b) {
    for (int i = 0; i < UNITS; i++) {
      const float g = slope.of[i];
      mean.of[i] = 0.9f * mean.of[i] + 0.1f * g;
      square.of[i] = 0.999f * square.of[i] + 0.001f * g * g;
      row.of[i] -= a * mean.of[i] / (std::sqrt(square.of[i] * b) + 1e-8f);
      slope.of[i] = 0;
    }
  }
};
