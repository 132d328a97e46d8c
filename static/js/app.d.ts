/** What the scripts of a page share, their one global. */
declare const app: App;
interface Window {
  app: App;
}

/** Each file adds its part. One is missing where its file is not on the page or cannot work. */
interface App {
  /** What this phone keeps; null where there is nothing or storage is switched off. */
  memory: { get(name: string): string | null; set(name: string, value: string): void };
  /** A key for a command: later ones sort behind earlier ones. */
  newKey(): string;
  /** Whether a command's key was made by this page. */
  isOwn(key: string): boolean;
  /** Loads styles and scripts, each once, and resolves when they have come. */
  bring(addresses: string): Promise<unknown>;
  outbox: Outbox;
  net: Net;
  counters: Counters;
  /** What lies on counters now, by pointer: the button, and the keys of what was counted there. */
  fingers: Map<number, Finger>;
  /** Counts what the finger's button says. */
  tap(finger: Finger): void;
  /** Ends a touch; one that was cancelled takes back what it counted. */
  lift(touch: { pointerId: number; type?: string; detail?: number }): void;
  /** What a button does, without what it leaves by it. */
  stepOf(button: { value?: string }): string | undefined;
  /** What a touch or click is for, null where nothing there listens. */
  touched(event: { target: Found }): Found | null;
  /** What it is called, in every table that comes. */
  nameOf(target: Found): string | null | undefined;
  /** Whether it has just moved to where it is touched; `near` where a finger was near already. */
  slid(target: Found, touch: { x: number; y: number; timeStamp: number }, near: boolean): boolean;
  /** Shows that what was touched does not listen for a moment. */
  refuse(target: Found): void;
  /** Selects the buttons of what happens once for the whole table. */
  once: string;
  effects: Effects;
  draw: Draw;
  /** What the commands that wait do to the room. */
  played(room: Found, commands: Command[]): Played;
  tiles: Tiles;
  /** The room with what waits of it; `acts` is whose turn it is then, -1 where
   * nobody's is known. */
  room: { acts?: number; paint(page: ParentNode, commands: Command[]): void };
  paint: Paint;
  /** The turn marker, if this page has one: it points at this player. */
  marker: { paint(page: ParentNode, number: number): void };
  /** Posts a batch and takes the answer, of which this is the status. */
  post(commands: Command[]): Promise<number>;
  /** Sends what waits. */
  send(): Promise<void>;
  /** Whether somebody is counting, tap by tap; undefined where nothing is counted. */
  counting?(): boolean;
  /** Fetches the table if it is behind, or anyway. */
  refresh(anyway?: boolean): Promise<void>;
  /** What the table says: as it changes, by keys that tell one text from another, and as a whole. */
  reading: {
    changing(full: boolean): Map<string, string>;
    whole(full: boolean): string[];
    joined(texts: string[]): string;
  };
  live: { newest: number; leave(): void };
  /** The party was deleted, or is not to be found under this page's link any more. */
  end(deleted?: boolean): void;
}

/** A command and, where it was chosen with its effect in sight, that and the revision shown. */
type Command = { key: string; text: string; effect?: Effect; revision?: number };
/** What a command changes on the table, written by boards/party/table/effect.py. */
type Effect = {
  says?: string;
  player?: number;
  /** What the player held for whom it was worked out, and what they hold then (boards/party/table/panel.py). */
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
/** What is known of a player about whom something waits; `kit` is "" where it is not known. */
type Hand = { kit: string; says: string[]; sure: boolean; risk: number };
/** What becomes of the room; `turns` where it has any, and `next` is whoever is to act, as its ring has them. */
type Played = { gone: Map<string, number>; says: string[]; ended: boolean; turns: boolean; next?: [number, number, string] };
/** Rank, symbol, whether it is red, name. */
type Card = [string, string, number, string];
/** What is asked before a command is done that costs something else than was shown. */
type Question = { text: string; label: string; command: string; patience: number };
/** Numbers of the table by their paths: hit points, floor, room. */
type Numbers = Record<string, number>;
/** What the server said last; `done` are keys it has had that are still kept here. */
type Truth = { revision: number; values?: Numbers; done: string[] };

/** The commands of this phone that the server may not have yet. */
interface Outbox {
  /** How many fingers are on a button: until they lift, nothing is sent. */
  fingers: number;
  sending: boolean;
  /** The key of the newest command that may have left the phone. */
  sent: string;
  readonly busy: boolean;
  readonly truth: Truth;
  /** Oldest first. */
  waiting(): Command[];
  /** Gives the command a key, which is returned. */
  add(text: string, more?: { effect?: Effect; revision?: number }): string;
  drop(keys: string[]): void;
  /** `before` is the newest revision here when the server was asked, `done` are keys it has. */
  learn(revision: number, values: Numbers, before?: number, done?: string[]): void;
  /** Whether this table shows an older revision than is known here. */
  isAhead(page: HTMLElement): boolean;
  tell(name: string, detail?: unknown): void;
}

/** What stands under the number on a panel, as elements of the page. */
interface Draw {
  /** "waiting: ..." */
  waits(says: string[]): string;
  weapon(of: Effect): HTMLElement;
  shields(list: [number, string][]): HTMLElement;
  words(text: string): (string | HTMLElement)[];
}

/** Painting over what the server drew. */
interface Paint {
  /** The place on the page. Before its first paint `keep` says how that is taken off again. */
  find(page: ParentNode, place: string, keep: (found: Found) => (place: Found) => void, what?: string): Found;
  expect(page: Found): void;
  takeOff(page: ParentNode): void;
  words(page: ParentNode, player: number, text: string): void;
  panel(page: ParentNode, effect: Effect): void;
  special(page: ParentNode, code: string, aside: boolean): void;
}

/** Painting what becomes of the room. */
interface Tiles {
  /** The card has left it, taken by the player of that number if anybody. */
  gone(page: ParentNode, card: string, player?: number): void;
  shut(page: ParentNode, card: string): void;
  /** The price of its ticket is no more; it is called that. */
  old(page: ParentNode, card: string, says: string): void;
  stop(page: ParentNode, act: Found): void;
  /** Number, crest and title of whoever is next, as the ring of the room has them. */
  turn(page: ParentNode, next: [number, number, string]): void;
  /** The number of that player's health may be another. */
  unsure(page: ParentNode, player: number): void;
}

/** What commands on their way change besides numbers. It comes with the first sheet. */
interface Effects {
  /** The numbers after all that waits; what it does besides is painted into the page. */
  paint(page: Found, waiting: Command[]): Numbers;
  /** This page comes from the server and will be swapped in. */
  expect(page: Found): void;
  /** Of a player about whom something waits. */
  hand(player: number): Hand | undefined;
  /** Their health with all that waits. */
  hp(player: number): number | undefined;
}

/** What the page says of itself. */
interface Net {
  readonly lost: boolean;
  /** The word for taking something back. */
  readonly undo: string;
  paint(page?: ParentNode): void;
  /** Whether the site has answered. */
  reached(answered: boolean): void;
  /** One of the texts of #said by its name, or any text; "" takes it away. */
  say(text: string): void;
  /** Says something with a button that has a command done, for as long as it has patience. */
  ask(question: Question): void;
}

type Finger = { button: Found; keys: string[] };

/** The places on the page where numbers stand. */
interface Counters {
  all(page: ParentNode): Found[];
  read(place: Found): number;
  write(place: Found, number: number): void;
  /** The numbers, changed as these commands will, as far as they are steps. */
  after(numbers: Numbers, page: ParentNode, commands: Command[]): Numbers;
  /** Changes `numbers` as the command `text` will, where that is a step. */
  carryOut(numbers: Numbers, page: ParentNode, text: string): void;
  disable(button: Found, really: boolean): void;
}

/** The cache of this version's files, in the language of this phone. */
declare const SHELL: string;
/** That of its pages. */
declare const PAGES: string;
declare var kept: {
  key(pathname: string, search?: string, part?: boolean): string;
  /** Whether pages at this address are kept at all. */
  page(pathname: string): boolean;
  worth(pathname: string, search: string): boolean;
  once(pathname: string, search: string): boolean;
};
/** Of the worker: what stands in a blank page (views/site/blank.py), and what may be typed. */
declare const BLANK: {
  code: string;
  letters: string;
  party: string;
  /** Of players without a name. */
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
declare var blank: {
  newCode(): string;
  partyOf(fields: FormData): NewParty | null;
  /** The same party with codes of its own. */
  recode(party: NewParty): NewParty;
  fill(text: string, party: NewParty): string;
  renew(text: string, tiles: string): string;
  page(text: string, like: Response): Response;
};
declare var begun: {
  addressOf(code: string): string;
  codeIn(pathname: string): string | undefined;
  all(): Promise<NewParty[]>;
  /** By the code it was begun with. */
  read(code: string): Promise<NewParty | undefined>;
  write(code: string, party: NewParty): Promise<void>;
  forget(code: string): Promise<void>;
  lay(party: NewParty): Promise<void>;
  answer(request: Request): Promise<Response>;
  dress(pathname: string, page: Response | undefined): Promise<Response | undefined>;
};
declare var sheets: {
  at(pathname: string, search: string, page: Response | undefined, worth: boolean): Promise<Response | undefined>;
};
declare var tables: {
  /** What the table of that page is by now. */
  renew(pages: Cache, part: { pathname: string; table: string }): Promise<void>;
  date(page: Response): Promise<Response>;
};
declare var contact: {
  at(pathname: string): Promise<string>;
  pass(request: Request): Promise<Response>;
};
/** Of the worker too. */
declare const clients: { matchAll(): Promise<{ url: string; navigate(to: string): Promise<unknown> }[]> };

declare const htmx: {
  swap(of: { text: string; target: Element; swap: string; sourceElement: Element }): Promise<void>;
  ajax(verb: string, address: string, of: { source: Element; target: Element; swap: string }): Promise<void>;
};

// What the scripts look for in a page is HTML, and what they are told of has been touched.
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
