// Types that modules hand to each other, find in a page, and begin the worker with.

/** A command with its effect, where that was in sight, and the revision that was shown. */
type Command = { key: string; text: string; effect?: Effect; revision?: number };
/** Changes of a command on the table, written by boards/party/table/effect.py. */
type Effect = {
  says?: string;
  player?: number;
  /** The kit of the player for whom it was worked out, and the one they hold then (boards/party/table/panel.py). */
  kit?: string;
  then?: string;
  /** Their health then, and what is added to it. */
  was?: number;
  step?: number;
  /** The most it can take off their health, where nothing else is known. */
  risk?: number;
  /** Cards that leave the room, and the number of whoever is next. */
  gone?: string[];
  acts?: number;
  /** The room is over by it. */
  ends?: number;
  can?: string;
  fan?: Card[];
  more?: number;
  words?: string;
  shields?: [number, string][];
  used?: Record<string, boolean>;
  /** The number of the player the turn marker points at. */
  turn?: number;
};
/** Facts about a player about whom something waits; `kit` is "" where it is not known. */
type Hand = { kit: string; says: string[]; sure: boolean; risk: number };
/** Changes of the room; `turns` where it has any, and `next` is whoever is to act, as its ring has them. */
type Played = { gone: Map<string, number>; says: string[]; ended: boolean; turns: boolean; next?: [number, number, string] };
/** Rank, symbol, whether it is red, name. */
type Card = [string, string, number, string];
/** A question before a command that costs something else than was shown. */
type Question = { text: string; label: string; command: string; patience: number };
/** Numbers of the table by their paths: hit points, floor, room. */
type Numbers = Record<string, number>;
/** The server's last word; `done` are keys it has had that are still kept here. */
type Truth = { revision: number; values?: Numbers; done: string[] };

/** The commands of this phone that the server may not have yet. */
interface Outbox {
  /** How many fingers are on a counter. */
  fingers: number;
  sending: boolean;
  /** The revision up to which others have changed nothing but numbers, and they are shown. */
  painted: number;
  /** The key of the newest command that may have left the phone. */
  sent: string;
  readonly busy: boolean;
  readonly truth: Truth;
  /** Oldest first. */
  waiting(): Command[];
  /** Commands that may be sent: nothing from the first on that lies under a finger. */
  ready(): Command[];
  /** Since when: for `lift`. */
  hold(): string;
  lift(hold: string): void;
  /** Gives the command a key, which is returned. */
  add(text: string, more?: { effect?: Effect; revision?: number }): string;
  drop(keys: string[]): void;
  /** `before` is the newest revision here when the server was asked, `done` are keys it has. */
  learn(revision: number, values: Numbers, before?: number, done?: string[]): void;
  /** Whether more is known here than this table shows. */
  isAhead(page: HTMLElement): boolean;
  tell(name: string, detail?: unknown): void;
}

/** Changes of commands on their way besides numbers (tickets.js). It comes with the first sheet. */
interface Effects {
  /** The numbers after all that waits; what it does besides is painted into the page. */
  paint(page: Found, waiting: Command[]): Numbers;
  /** This page comes from the server and will be swapped in. */
  expect(page: Found): void;
}

/** The page's state in words. */
interface Net {
  readonly lost: boolean;
  /** The word for taking something back. */
  readonly undo: string;
  paint(page?: ParentNode): void;
  /** Whether the site has answered. */
  reached(answered: boolean): void;
  /** One of the texts of #said by its name, or any text; "" takes it away. */
  say(text: string, patience?: number): void;
  /** Says something with a button that has a command done, for as long as it has patience. */
  ask(question: Question): void;
}

/** A touch on anything: what it came down on, and which deed or place that was. */
type Pressed = { target: Found; meant: string | null };
/** A touch on a counter: the button, and the keys of what was counted there. */
type Finger = { button: Found; keys: string[]; hold: string };

/** For the worker (templates/site/sw.js): the hash over all files, and the language of this phone. */
declare const VERSION: string;
declare const LANGUAGE: string;
/** The cache of this version's files, in that language. */
declare const SHELL: string;
declare const FILES: string[];
/** The hash over its pages. */
declare const PAGES: string;
/** For the worker: the contents of a blank page (views/site/blank.py), and what may be typed. */
declare const BLANK: {
  code: string;
  letters: string;
  party: string;
  /** Names of players without one. */
  names: string[];
  longest: number;
  /** Stands between blank sheets. */
  between: string;
};
/** A party begun without a network. */
type NewParty = {
  /** The code it was begun with; `code` is another once that turned out to be taken. */
  first: string;
  code: string;
  watch: string;
  title: string;
  names: string[];
  /** When it was begun. */
  at?: string;
  /** The server has it, under another code than the first. */
  elsewhere?: boolean;
};
declare function skipWaiting(): void;
declare const clients: {
  claim(): Promise<void>;
  matchAll(of?: { type?: string; includeUncontrolled?: boolean }): Promise<{ url: string; navigate(to: string): Promise<unknown>; focus(): Promise<unknown> }[]>;
  openWindow(url: string): Promise<unknown>;
};

/** Their one global: a script of old. */
declare const htmx: {
  swap(of: { text: string; target: Element; swap: string; sourceElement: Element }): Promise<void>;
  ajax(verb: string, address: string, of: { source: Element; target: Element; swap: string }): Promise<void>;
  registerExtension(
    name: string,
    of: { htmx_before_morph_attr(of: Element, change: { attrName: string }): boolean },
  ): void;
};

interface Window {
  /** For tests alone (table.js). */
  app: object;
}

// Elements that scripts look for in a page are HTML, and events are of touched ones.
type Found = HTMLElement &
  HTMLButtonElement &
  Pick<HTMLAnchorElement, "href" | "origin" | "pathname"> &
  Pick<HTMLInputElement, "checked"> &
  Pick<HTMLDialogElement, "open" | "showModal" | "close">;
interface ParentNode {
  querySelector(selectors: string): Found;
  querySelectorAll(selectors: string): NodeListOf<Found>;
}
interface Document {
  getElementById(id: string): Found;
}
interface EventTarget {
  closest(selectors: string): Found;
}
declare function addEventListener(
  type: string,
  listener: (event: any) => void,
  options?: boolean | AddEventListenerOptions,
): void;
