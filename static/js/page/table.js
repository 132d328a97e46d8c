// Scripts that a party's table cannot be used without. The rest comes once it can be used (later.js), or
// with the first sheet (open_sheet.js).
import "./bring.js";
import { net } from "../outbox/net.js";
import { outbox } from "../outbox/outbox.js";
import { send } from "../outbox/send.js";
import "../outbox/counters.js"; // paints what waits before anybody sees the table
import "../outbox/taps.js";
import "../outbox/forms.js";
import "../sheet/sheet.js";

Object.assign(window, { app: { net, outbox, send } }); // for tests, which reach no module: no script uses it
