// Scoundrel: the ends of a room and what the value knows of them (docs/rules.md 4).
#pragma once
#include "learn.h"
#include "lone.h"

struct Solo {
  static constexpr const char* KEY = "solo";
  static constexpr int NO_LIMIT = 15;

  struct House {
    bool reshuffle = false, always_armed = false;

    // In training every game has house rules of its own, but not the default ones.
    static House any(Chance& chance) {
      const uint32_t kind = 1 + chance.below(3);
      return {(kind & 1) != 0, (kind & 2) != 0};
    }

    static House named(const std::string& text) {
      return {text.find("reshuffle") != text.npos, text.find("auto") != text.npos};
    }
  };

  static Course course(long games, uint64_t seed) { return {games, seed}; }

  struct Arms {
    int8_t weapon = 0, limit = 0;

    // As text: weapon and limit.
    static Arms read(std::istream& text) {
      int weapon, limit;
      text >> weapon >> limit;
      return {int8_t(weapon), int8_t(limit)};
    }

    void write(std::ostream& text) const { text << int(weapon) << ' ' << int(limit); }
  };

  struct End {
    int8_t hp;
    Arms arms;
    Card carried = NO_CARD;
    bool left = false;  // the room was put back as it was
  };

  struct State {
    House house;
    int hp = MAX_HP;
    Arms arms;
    Room room;
    Pile pile;
    bool may_leave = true;

    void enter(bool may) {
      may_leave = may;
      while (room.count < ROOM_SIZE && pile.size()) room.add(pile.draw());
    }

    bool last() const { return pile.size() == 0 && room.count <= 3; }
  };

  // With so many cards of the pack left out.
  static State dealt(const House& house, Chance& chance, int missing = 0) {
    State state;
    state.house = house;
    for (Card card : full_pack()) state.pile.cards[state.pile.bottom++] = card;
    state.pile.shuffle_face_down(chance);
    state.pile.bottom -= missing;
    state.enter(true);
    return state;
  }

  // Whether the game is won.
  static bool apply(State& state, const End& end, Chance& chance) {
    const Room room = state.room;
    state.room.count = 0;
    if (end.left) {
      for (int i = 0; i < room.count; i++) state.pile.put_under(room.cards[i]);
      if (state.house.reshuffle) state.pile.shuffle_all(chance);
      state.enter(false);
      return false;
    }
    state.hp = end.hp;
    state.arms = end.arms;
    if (end.carried != NO_CARD) state.room.add(end.carried);
    if (!state.room.count && !state.pile.size()) return true;
    state.enter(true);
    return false;
  }

  // All ways to play the room alive, each with the most hp.
  struct Ends {
    std::array<std::array<std::array<int8_t, 16>, 11>, CARDS + 1> most{};
    std::vector<std::array<int8_t, 3>> met;
    Room room;
    bool always_armed = false;

    void find(const State& state, std::vector<End>& ends) {
      room = state.room;
      always_armed = state.house.always_armed;
      met.clear();
      take(0, std::min(3, room.count), state.hp, state.arms, false);
      for (auto [card, weapon, limit] : met) {
        int8_t& hp = most[card][weapon][limit];
        ends.push_back({hp, {weapon, limit}, Card(card - 1)});
        hp = 0;
      }
    }

   private:
    void take(int gone, int todo, int hp, Arms arms, bool drunk) {
      if (hp <= 0) return;
      if (!todo) return reached(gone, hp, arms);
      for (int i = 0; i < room.count; i++) {
        if (gone >> i & 1) continue;
        const Card card = room.cards[i];
        const int now = gone | 1 << i, value = value_of(card);
        if (is_monster(card)) {
          const bool armed = value < arms.limit;
          if (armed) take(now, todo - 1, hp - std::max(0, value - arms.weapon), {arms.weapon, int8_t(value)}, drunk);
          if (!armed || !always_armed) take(now, todo - 1, hp - value, arms, drunk);
        } else if (is_weapon(card)) {
          take(now, todo - 1, hp, {int8_t(value), NO_LIMIT}, drunk);
        } else {
          take(now, todo - 1, drunk ? hp : std::min(MAX_HP, hp + value), arms, true);
        }
      }
    }

    void reached(int gone, int hp, Arms arms) {
      int card = 0;
      for (int i = 0; i < room.count; i++)
        if (!(gone >> i & 1)) card = room.cards[i] + 1;
      int8_t& best = most[card][arms.weapon][arms.limit];
      if (!best) met.push_back({int8_t(card), arms.weapon, arms.limit});
      best = std::max<int8_t>(best, hp);
    }
  };

  // ---- what the value knows
  static constexpr int FIGHTS = 16, PARRIED = 24, THROUGH = 16;

  struct Layout : Names {
    int hidden = part("hidden", card_names(0)), under = part("under", card_names(0));
    int hp = part("hp", count_names(1, MAX_HP + 1)), arms = part("arms", arms_names());
    int carried = part("carried", card_names(NO_CARD)), left = part("left", {"left"});
    int fights = part("fights", count_names(0, FIGHTS));
    int parried = part("parried", count_names(0, PARRIED));
    int through = part("through", count_names(0, THROUGH));
    int house = -1;

    // Only a value for house rules has rows for them.
    explicit Layout(bool house_rules) {
      if (house_rules) house = part("house", {"skip=reshuffle", "weapon=auto"});
    }

    static std::vector<std::string> arms_names() {
      std::vector<std::string> names = {"0:0"};
      for (int weapon = 2; weapon <= 10; weapon++)
        for (int limit = 2; limit <= NO_LIMIT; limit++)
          names.push_back(std::to_string(weapon) + ":" + std::to_string(limit));
      return names;
    }

    int of_arms(Arms a) const { return a.weapon ? arms + 1 + (a.weapon - 2) * 14 + a.limit - 2 : arms; }
  };

  template <class To>
  static void put_house(const Layout& at, const House& house, To& to) {
    if (house.reshuffle) to.put(at.house);
    if (house.always_armed) to.put(at.house + 1);
  }

  template <class To>
  static void put_end(const Layout& at, const Coming& coming, const End& end, To& to) {
    to.put(at.hp + end.hp - 1);
    to.put(at.of_arms(end.arms));
    to.put(at.carried + end.carried + 1);
    if (end.left) to.put(at.left);
    int fights = 0, parried = 0, through = 0;
    if (end.arms.weapon) {
      const int limit = end.arms.limit, weaker = std::min(end.arms.weapon + 1, limit);
      fights = coming.below[limit];
      parried = coming.points[weaker] + end.arms.weapon * (fights - coming.below[weaker]);
      through = coming.points[limit] - parried;
    }
    to.put(at.fights + std::min(fights, FIGHTS - 1));
    to.put(at.parried + std::min((parried + 4) / 5, PARRIED - 1));
    to.put(at.through + std::min((through + 4) / 5, THROUGH - 1));
  }

  // How the room goes back to the cards that are to come.
  static void put_back(const State& state, Coming& coming) {
    for (int i = 0; i < state.room.count; i++)
      (state.house.reshuffle ? coming.hidden : coming.under)[state.room.cards[i]]++;
    coming.count_monsters();
  }
};
