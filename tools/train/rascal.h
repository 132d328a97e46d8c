// Rascal: the ends of a room and what the value knows of them (docs/rules.md 5).
#pragma once
#include "learn.h"
#include "lone.h"

struct Rascal {
  static constexpr const char* KEY = "rascal";
  static constexpr int BARE = -1, KNIFE_USES = 2;
  static constexpr Card KNIFE = MONSTERS;  // the 2 of diamonds

  enum Slot { STANDARD, NONE, CARRY, ANY };

  struct House {
    Slot slot = STANDARD;
    bool knife = true;
    uint32_t removed = 0;  // how many cards are left out, chosen by chance

    static House any(Chance& chance) {
      House house{static_cast<Slot>(chance.below(4)), chance.below(2) == 0, 0};
      if (chance.below(3) == 0) house.removed = 1 + chance.below(9);
      return house;
    }

    static House named(const std::string& text) {
      House house;
      for (auto [name, slot] : {std::pair{"none", NONE}, {"carry", CARRY}, {"any", ANY}})
        if (text.find(name) != text.npos) house.slot = slot;
      house.knife = text.find("dull") == text.npos;
      return house;
    }
  };

  static Course course(long games, uint64_t seed) { return {games, seed, 1e-3, 2e-5, 0.9, 0.5}; }

  // The edge is what the weapon is worth less the monsters that have worn it.
  struct Arms {
    int8_t edge = BARE, knife = 0;
    Card slot = NO_CARD;

    // As text: edge, uses left of the knife, what is in the slot.
    static Arms read(std::istream& text) {
      int edge, knife;
      std::string slot;
      text >> edge >> knife >> slot;
      return {int8_t(edge), int8_t(knife), card_named(slot)};
    }

    void write(std::ostream& text) const { text << int(edge) << ' ' << int(knife) << ' ' << name_of(slot); }
  };

  struct End {
    int8_t hp;
    Arms arms;
    Card carried = NO_CARD;
    bool left = false;
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

    bool last() const { return pile.size() == 0; }
  };

  // With so many cards of the pack left out.
  static State dealt(const House& house, Chance& chance, int missing = 0) {
    State state;
    state.house = house;
    for (Card card : full_pack()) state.pile.cards[state.pile.bottom++] = card;
    state.pile.shuffle_face_down(chance);
    state.pile.bottom -= missing ? missing : house.removed;
    state.enter(true);
    return state;
  }

  static bool apply(State& state, const End& end, Chance&) {
    const Room room = state.room;
    state.room.count = 0;
    if (end.left) {
      for (int i = 0; i < room.count; i++) state.pile.put_under(room.cards[i]);
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

  // Fights and things put to use one by one; what is stored and tossed comes at the end.
  struct Ends {
    struct Way {
      int8_t edge, knife, drunk;  // the edge plus 1
    };
    struct Ways {
      int8_t hp[12][3][2] = {};  // of the healthiest that is still to go on; 0 for none
      Way met[12 * 3 * 2];
      int count = 0;
    };

    Ways ways[16][2];  // by the cards gone, and whether the slot has been used
    std::vector<End> met;
    int8_t most[ROOM_SIZE + 2][12][3][ROOM_SIZE + 2] = {};
    int8_t place[CARDS + 1] = {};  // of a card in `most`, where no card has the first
    State state;
    int whole, monsters;  // sets of places in the room, as those that are gone

    void find(const State& s, std::vector<End>& ends) {
      look_at(s);
      way(0, s.arms.slot == NO_CARD, s.arms, 0, s.hp);
      for (int gone = 0; gone <= whole; gone++)
        for (int used : {0, 1}) {
          // Using the slot leads to a way with the same cards gone, which comes next.
          Ways& here = ways[gone][used];
          for (int i = 0; i < here.count; i++) go_on(gone, used, here.met[i]);
          here.count = 0;
        }
      for (End& end : met) {
        std::swap(end.hp, healthiest(end));
        ends.push_back(end);
      }
      met.clear();
    }

   private:
    void look_at(const State& s) {
      state.house = s.house;
      state.room = s.room;
      state.arms = s.arms;
      state.pile.bottom = s.pile.size();
      whole = (1 << s.room.count) - 1;
      monsters = 0;
      place[s.arms.slot + 1] = s.arms.slot == NO_CARD ? 0 : ROOM_SIZE + 1;
      for (int i = 0; i < s.room.count; i++) {
        place[s.room.cards[i] + 1] = i + 1;
        monsters |= is_monster(s.room.cards[i]) << i;
      }
    }

    int8_t& healthiest(const End& end) {
      return most[place[end.carried + 1]][end.arms.edge + 1][end.arms.knife][place[end.arms.slot + 1]];
    }

    void way(int gone, int used, Arms arms, int drunk, int hp) {
      if (hp <= 0) return;
      Ways& there = ways[gone][used];
      int8_t& best = there.hp[arms.edge + 1][arms.knife][drunk];
      if (!best) there.met[there.count++] = {int8_t(arms.edge + 1), arms.knife, int8_t(drunk)};
      best = std::max<int8_t>(best, hp);
    }

    void go_on(int gone, int used, Way which) {
      int8_t& kept = ways[gone][used].hp[which.edge][which.knife][which.drunk];
      const int hp = kept, drunk = which.drunk;
      kept = 0;
      const Arms arms{int8_t(which.edge - 1), which.knife, used ? Card(NO_CARD) : state.arms.slot};
      for (int i = 0; i < state.room.count; i++) {
        if (gone >> i & 1) continue;
        const Card card = state.room.cards[i];
        const int now = gone | 1 << i;
        if (is_monster(card)) fight(now, used, arms, drunk, hp, value_of(card));
        else use(now, used, arms, drunk, hp, card);
      }
      const bool over = state.last() && gone == whole;
      if (!used && !over && access(gone)) use(gone, 1, arms, drunk, hp, state.arms.slot);
      leave(gone, arms, hp);
    }

    void fight(int gone, int used, Arms arms, int drunk, int hp, int monster) {
      way(gone, used, arms, drunk, hp - monster);
      const int value = arms.edge == BARE ? 0 : arms.edge + arms.knife;
      if (!value) return;
      (arms.knife ? arms.knife : arms.edge)--;
      way(gone, used, arms, drunk, hp - std::max(0, monster - value));
    }

    void use(int gone, int used, Arms arms, int drunk, int hp, Card card) {
      if (!is_weapon(card)) {
        if (!drunk) way(gone, used, arms, 1, std::min(MAX_HP, hp + value_of(card)));
        return;
      }
      way(gone, used, {int8_t(value_of(card)), 0, arms.slot}, drunk, hp);
      if (card == KNIFE && arms.edge != BARE && state.house.knife)
        way(gone, used, {arms.edge, KNIFE_USES, arms.slot}, drunk, hp);
    }

    bool access(int gone) const {
      if (state.house.slot == NONE || state.house.slot == ANY) return state.house.slot == ANY;
      const bool last_of_four =
          state.house.slot == CARRY && state.room.count == ROOM_SIZE && __builtin_popcount(gone) == ROOM_SIZE - 1;
      return last_of_four || !(monsters & ~gone);
    }

    // What is neither carried nor stored is tossed.
    void leave(int gone, Arms arms, int hp) {
      const int here = whole & ~gone, enemies = monsters & here;
      if (enemies & (enemies - 1) || (enemies && state.last())) return;  // one may be carried
      const bool may_store = state.house.slot == ANY || (state.house.slot != NONE && !enemies);
      const auto carry = [&](Card carried, int rest) {
        end(arms, carried, arms.slot, hp);
        for (int i = 0; may_store && i < state.room.count; i++)
          if (rest >> i & 1) end(arms, carried, state.room.cards[i], hp);
      };
      if (!enemies) carry(NO_CARD, here);
      for (int i = 0; !state.last() && i < state.room.count; i++)
        if ((enemies ? enemies : here) >> i & 1) carry(state.room.cards[i], here & ~enemies & ~(1 << i));
      if (arms.slot != NO_CARD && !state.last() && !enemies) end(arms, arms.slot, NO_CARD, hp);
    }

    void end(Arms arms, Card carried, Card slot, int hp) {
      const End end{0, {arms.edge, arms.knife, slot}, carried};
      int8_t& best = healthiest(end);
      if (!best) met.push_back(end);
      best = std::max<int8_t>(best, hp);
    }
  };

  // ---- what the value knows
  struct Layout : Names {
    int hidden = part("hidden", card_names(0)), under = part("under", card_names(0));
    int hp = part("hp", count_names(1, MAX_HP + 1)), arms = part("arms", arms_names());
    int slot = part("slot", slot_names()), carried = part("carried", card_names(NO_CARD));
    int left = part("left", {"left"});
    int house = -1;

    // Only a value for house rules has rows for them.
    explicit Layout(bool house_rules) {
      if (house_rules) house = part("house", {"inventory=none", "inventory=carry", "inventory=any", "knife=False"});
    }

    static std::vector<std::string> arms_names() {
      std::vector<std::string> names = {"-1:0"};
      for (int edge = 0; edge <= 10; edge++)
        for (int knife = 0; knife <= KNIFE_USES; knife++)
          names.push_back(std::to_string(edge) + ":" + std::to_string(knife));
      return names;
    }

    static std::vector<std::string> slot_names() {
      auto names = card_names(MONSTERS);
      names.insert(names.begin(), name_of(NO_CARD));
      return names;
    }
  };

  template <class To>
  static void put_house(const Layout& at, const House& house, To& to) {
    if (house.slot != STANDARD) to.put(at.house + house.slot - NONE);
    if (!house.knife) to.put(at.house + 3);
  }

  template <class To>
  static void put_end(const Layout& at, const Coming&, const End& end, To& to) {
    to.put(at.hp + end.hp - 1);
    to.put(end.arms.edge == BARE ? at.arms : at.arms + 1 + end.arms.edge * 3 + end.arms.knife);
    to.put(at.slot + (end.arms.slot == NO_CARD ? 0 : 1 + end.arms.slot - MONSTERS));
    to.put(at.carried + end.carried + 1);
    if (end.left) to.put(at.left);
  }

  static void put_back(const State& state, Coming& coming) {
    for (int i = 0; i < state.room.count; i++) coming.under[state.room.cards[i]]++;
  }
};
