// Scripts that come once a table can be used.
import "./guard.js"; // before all that acts on a touch: what it stops, nobody else hears
import { ONCE } from "../outbox/counting.js";
import "./clock.js";
import "./phone.js";
import { refresh } from "./live.js";
import "../sheet/hand.js";
import "../sheet/keep.js";
import "./list.js";
import "./numbers.js";
import "./place.js";
import "./share.js";
import "./said.js";
import "./turn.js";
import "./voice.js";

Object.assign(window.app, { once: ONCE, refresh }); // for tests too
