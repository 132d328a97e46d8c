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
  outbox: Outbox;
  net: Net;
  counters: Counters;
  /** Posts a batch and takes the answer, of which this is the status. */
  post(commands: Command[]): Promise<number>;
  /** Sends what waits. */
  send(): Promise<void>;
  /** Fetches the table if it is behind, or anyway. */
  refresh(anyway?: boolean): Promise<void>;
  live: { newest: number; leave(): void };
  /** The party was deleted, or is not to be found under this page's link any more. */
  end(deleted?: boolean): void;
}

type Command = { key: string; text: string };
/** Numbers of the table by their paths: hit points, floor, room. */
type Numbers = Record<string, number>;
/** What the server said last; `done` are keys it has had that are still kept here. */
type Truth = { revision: number; values?: Numbers; done: string[] };

/** The commands of this phone that the server may not have yet. */
interface Outbox {
  /** How many fingers are on a button: until they lift, nothing is sent. */
  held: number;
  sending: boolean;
  /** The key of the newest command that may have left the phone. */
  sent: string;
  readonly busy: boolean;
  readonly truth: Truth;
  /** Oldest first. */
  waiting(): Command[];
  /** Gives the command a key, which is returned. */
  add(text: string): string;
  drop(keys: string[]): void;
  /** `known` is the revision that was known when the server was asked, `done` are keys it has. */
  learn(revision: number, values: Numbers, known?: number, done?: string[]): void;
  tell(name: string, detail?: unknown): void;
}

/** What the page says of itself. */
interface Net {
  readonly lost: boolean;
  paint(page?: ParentNode): void;
  /** Whether the site has answered. */
  reached(answered: boolean): void;
  /** One of the texts of #said by its name, or any text; "" takes it away. */
  say(text: string): void;
}

/** The places on the page where numbers stand. */
interface Counters {
  all(page: ParentNode): Found[];
  read(place: Found): number;
  write(place: Found, number: number): void;
  /** Changes `numbers` as the command `text` will, where that is a step. */
  carryOut(numbers: Numbers, page: ParentNode, text: string): void;
  disable(button: Found, really: boolean): void;
}

declare const htmx: {
  swap(of: { text: string; target: Element; swap: string; sourceElement: Element }): Promise<void>;
  ajax(verb: string, address: string, of: { source: Element; target: Element; swap: string }): void;
};

// What the scripts look for in a page is HTML, and what they are told of has been touched.
type Found = HTMLElement &
  HTMLButtonElement &
  Pick<HTMLAnchorElement, "href" | "origin"> &
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
