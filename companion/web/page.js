"use strict";
// One page, three uses: the whole table, a spectator, a seat on a phone. The server says what changed; each key of
// its message has a function below that draws that part anew.
const $ = id => document.getElementById(id);
const NS = "http://www.w3.org/2000/svg";
const COLOURS = {red: "#e0352f", blue: "#2f7de1", green: "#2fa84f", yellow: "#f5c518", black: "#16181c", white: "#f7f9fb",
  orange: "#f4801f", purple: "#9a4fc0"};
const PALE = ["yellow", "white"];
const BUTTONS = [["minus", "−", "←"], ["plus", "+", "→"], ["card", "CARD", "C"], ["ok", "OK", "Enter"],
  ["back", "BACK", "⌫"], ["menu", "MENU", "M"]];
const KEYS = {ArrowLeft: "minus", ArrowDown: "minus", "-": "minus", ArrowRight: "plus", ArrowUp: "plus", "+": "plus",
  "=": "plus", c: "card", C: "card", Enter: "ok", Backspace: "back", Escape: "back", m: "menu", M: "menu"};
const now = {};
let socket, active = "", pinned = false, wait = 500;

const path = location.pathname.split("/");
const query = new URLSearchParams(location.search);
query.set("kind", path[1] === "seat" ? "seat" : path[1] === "watch" ? "watch" : "table");
if (path[1] === "seat") query.set("seat", path[2]);
document.body.className = query.get("kind");

function el(tag, props = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), props);
  made.append(...inside);
  return made;
}
function svg(tag, attributes, ...inside) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}
const spoken = word => word.replace(/(^|-)([^-]+)/g, (_, dash, part) =>
  (dash ? " " : "") + (dash && /^(and|of|the|to)$/.test(part) ? part : part[0].toUpperCase() + part.slice(1)));
const colour = seat => COLOURS[seat] || "#8899aa";
function dot(seat) {
  const made = el("span", {className: "dot"});
  made.style.background = colour(seat);
  return made;
}

// The line to the referee.

function connect() {
  const at = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/feed?${query}`;
  socket = new WebSocket(at);
  socket.onopen = () => { $("lost").hidden = true; wait = 500; };
  socket.onmessage = message => hear(JSON.parse(message.data));
  socket.onclose = () => {
    $("lost").hidden = false;
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, 8000);
  };
}
function say(what) {
  if (socket.readyState === 1) socket.send(JSON.stringify(what));
}
function hear(news) {
  Object.assign(now, news);
  const order = ["hello", "places", "tokens", "pending"];
  const keys = Object.keys(news).sort((a, b) => (order.indexOf(b) > -1) - (order.indexOf(a) > -1) || order.indexOf(a) - order.indexOf(b));
  for (const key of keys) {
    const [name, seat] = key.split(":");
    if (draw[name]) draw[name](news[key], seat);
  }
}

// What is drawn, by the name it comes under.

const draw = {
  hello(hello) {
    $("title").textContent = hello.title;
    $("code").textContent = hello.code ? `seal ${hello.code}` : "";
    document.title = `Pitboard – ${hello.title}`;
    const racing = hello.stage === "race";
    for (const id of ["news", "cars", "call"]) $(id).hidden = !racing;
    $("setup").hidden = racing || hello.kind !== "table";
    panels(hello.mine);
    follow();
  },
  wanted() { follow(); },
  faults(faults) {
    $("faults").hidden = !faults.length;
    $("faults").textContent = faults.join(" ");
  },
  where(where) { $("where").textContent = where || ""; },
  oled(picture, seat) {
    const canvas = $(`oled-${seat}`);
    if (canvas && picture) paint(canvas, picture);
  },
  read(lines, seat) {
    const canvas = $(`oled-${seat}`);
    if (!canvas || !lines) return;
    canvas.setAttribute("aria-label", `Screen of ${spoken(seat)}: ${lines.join(". ")}`);
    if (seat === active) $("read").textContent = lines.join(". ");
  },
  pending(pending) { call(pending); over(pending); if (now.rows) draw.rows(now.rows); },
  said(said) {
    $("said").replaceChildren(...(said || []).slice(-40).reverse().map(([text]) => el("li", {}, text)));
  },
  places(board) { if (board) map(board); },
  tokens() { if (now.places) pieces(); },
  lit() { mark(); },
  touched() { mark(); },
  moves(moves) { list(moves); mark(); },
  rows(rows) { $("rows").replaceChildren(...(rows ? table(rows) : [])); },
  facts(facts) {
    $("facts").replaceChildren(...told(facts || []));
    over(now.pending);
  },
  links(links) {
    $("phones").hidden = !links || /^(localhost|127\.|\[::1)/.test(location.hostname);
    $("links").replaceChildren(...Object.entries(links || {}).map(([seat, link]) => el("li", {}, dot(seat), " ", el("a", {href: link}, location.origin + link))));
  },
  keys(keys) {
    $("right").hidden = !keys || !keys.length;
    $("keys").replaceChildren(...(keys || []).map(key => el("option", {value: `${key} = `})));
  },
  profiles() { over(now.pending); },
  setup(form) { if (form) setUp(form); },
};

function paint(canvas, [width, height, bits]) {
  const bytes = Uint8Array.from(atob(bits), letter => letter.charCodeAt(0));
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  const across = width + 7 >> 3;
  for (let i = 0; i < width * height; i++) {
    const x = i % width, y = i / width | 0;
    const on = bytes[y * across + (x >> 3)] >> 7 - (x & 7) & 1;
    image.data.set(on ? [190, 235, 255, 255] : [4, 8, 14, 255], i * 4);
  }
  context.putImageData(image, 0, 0);
}

// The panels: a screen and six buttons for each person.

function panels(seats) {
  const wanted = seats.join();
  if ($("panels").dataset.seats === wanted) return;
  $("panels").dataset.seats = wanted;
  $("panels").replaceChildren(...seats.map(panel));
  if (!seats.includes(active)) active = seats[0] || "";
}
function panel(seat, index) {
  const made = el("section", {className: "panel", id: `panel-${seat}`});
  made.style.setProperty("--c", colour(seat));
  made.setAttribute("aria-label", `Panel of ${spoken(seat)}`);
  const canvas = el("canvas", {id: `oled-${seat}`, width: 128, height: 64});
  canvas.setAttribute("role", "img");
  const keys = el("div", {className: "keys"}, ...BUTTONS.map(([control, label, key]) => button(seat, control, label, key)));
  made.append(el("h3", {}, dot(seat), spoken(seat), el("span", {id: `hint-${seat}`, className: "hint"})), canvas, keys);
  made.addEventListener("pointerdown", () => choose(seat, true));
  made.dataset.number = index + 1;
  return made;
}
function button(seat, control, label, key) {
  const made = el("button", {type: "button", className: control, tabIndex: -1}, label, el("kbd", {}, key));
  made.setAttribute("aria-label", label === "−" ? "minus" : label === "+" ? "plus" : label);
  let timer;
  const stop = () => { clearTimeout(timer); };
  const again = () => { press(seat, control); timer = setTimeout(again, 130); };
  made.addEventListener("pointerdown", event => {
    if (event.button) return;
    event.preventDefault();
    press(seat, control);
    if (control === "minus" || control === "plus") timer = setTimeout(again, 600);
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel"]) made.addEventListener(end, stop);
  made.addEventListener("click", event => { if (!event.detail) press(seat, control); });
  return made;
}
function press(seat, control) {
  say({seat, press: control});
  const key = document.querySelector(`#panel-${seat} .${control}`);
  if (!key) return;
  key.classList.add("down");
  setTimeout(() => key.classList.remove("down"), 120);
}
function choose(seat, pin) {
  if (!now.hello.mine.includes(seat)) return;
  active = seat;
  pinned = pin && String(now.wanted);
  follow();
}
function follow() {
  const mine = now.hello.mine, wanted = now.wanted || [];
  if (pinned !== String(wanted)) pinned = false;
  if (!pinned && wanted.length && !wanted.includes(active)) active = wanted[0];
  if (!mine.includes(active)) active = mine[0] || "";
  for (const seat of mine) {
    $(`panel-${seat}`).classList.toggle("on", seat === active);
    $(`panel-${seat}`).classList.toggle("want", wanted.includes(seat));
    $(`hint-${seat}`).textContent = mine.length < 2 ? "" : seat === active ? "your keys press here" : `press ${mine.indexOf(seat) + 1} for its keys`;
  }
}
let last = 0;
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || $("help").open) return;
  if (event.key === "?") return $("help").showModal();
  if (event.target.closest("input, select, textarea, summary, #setup button, header button")) return;
  const mine = now.hello ? now.hello.mine : [];
  if (/^[1-8]$/.test(event.key) && mine[event.key - 1]) return choose(mine[event.key - 1], true);
  const control = KEYS[event.key];
  if (!control || !active) return;
  event.preventDefault();
  const steps = control === "minus" || control === "plus";
  if (event.repeat && (!steps || event.timeStamp - last < 120)) return;
  last = event.timeStamp;
  press(active, control);
});
$("ask").addEventListener("click", () => $("help").showModal());

// Whose turn, what to move, how it ended.

function call(pending) {
  const line = $("call");
  if (!pending) return line.replaceChildren();
  const seat = pending.seat;
  const mine = now.hello.mine.includes(seat);
  line.classList.toggle("mine", mine);
  if (pending.ranking) return line.replaceChildren("The race is over");
  const bot = now.hello.seats[seat] === "bot" ? " (computer)" : "";
  line.replaceChildren(...seat ? [dot(seat), mine ? `${spoken(seat)}: your turn` : `${spoken(seat)}${bot} to move`] : [`Waiting for ${spoken(pending.name || "")}`]);
}
function list(moves) {
  const box = $("moves");
  box.hidden = !moves;
  if (!moves) return box.replaceChildren();
  const items = moves.moves.map((move, i) => el("li", {className: i === moves.at ? "now" : i < moves.at ? "done" : ""}, dot(move.seat), ` ${move.name} → ${move.place}`));
  box.replaceChildren(el("h2", {}, "Move these on the board"), el("div", {}, moves.text), el("ol", {}, ...items),
    el("div", {className: "warn"}, "One at a time, from the top. Press OK when the car stands on its place."));
}
function over(pending) {
  const box = $("over"), ranking = pending && pending.ranking;
  box.hidden = !ranking;
  if (!ranking) return;
  const places = ranking.map((seat, i) => el("li", {}, el("b", {}, i + 1), dot(seat), spoken(seat)));
  const bots = Object.entries(now.profiles || {}).map(([seat, profile]) => el("div", {}, el("dt", {}, spoken(seat)), el("dd", {}, `${profile} computer`)));
  const check = el("p", {}, el("a", {href: "/check", target: "_blank"}, "Check that every card was fair"), " · ", el("a", {href: "/record"}, "Keep the record"));
  const again = now.hello.kind === "table" ? [el("button", {type: "button", onclick: () => say({again: true})}, "New race")] : [];
  box.replaceChildren(el("h2", {}, `${spoken(ranking[0])} wins!`), el("ol", {}, ...places), el("dl", {}, ...told((now.facts || []).filter(([name]) => /^(award|points|season)/.test(name))), ...bots), check, ...again);
}
const told = facts => facts.map(([, label, text]) => el("div", {}, el("dt", {}, label), el("dd", {}, text)));
function table({heads, seats}) {
  const turn = now.pending && now.pending.seat;
  heads = heads.filter(name => Object.values(seats).some(cells => (cells[name] ?? "") !== ""));
  const head = el("tr", {}, el("th"), ...heads.map(name => el("th", {}, spoken(name))));
  const rows = Object.entries(seats).map(([seat, cells]) => {
    const driver = now.hello.seats[seat];
    const name = el("td", {}, dot(seat), ` ${spoken(seat)} `, driver === "bot" ? robot(seat) : "");
    return el("tr", {className: seat === turn ? "turn" : ""}, name, ...heads.map(key => el("td", {}, cell(cells[key]))));
  });
  return [head, ...rows];
}
function robot(seat) {
  if (now.hello.kind !== "table" || !now.pending || now.pending.ranking) return el("small", {}, "computer");
  return el("button", {type: "button", className: "join", title: `Drive ${spoken(seat)} yourself`, onclick: () => say({join: seat})}, "computer");
}
function cell(value) {
  if (!Array.isArray(value)) return value ?? "";
  const [level, top] = value;
  const tank = el("span", {className: "tank", title: `${level} of ${top}`}, ...Array.from({length: top}, (_, i) => el("i", {className: i < level ? "full" : ""})));
  tank.setAttribute("aria-label", `${level} of ${top}`);
  return tank;
}

// The board.

// A mark like `limit-3` is a kind and a number. Some kinds only say where a line is, or nothing to the eye.
const MARKS = {};
const TINTS = ["#39587c", "#86683a", "#5d7040", "#6a5482", "#80455a", "#3a7070", "#75523f", "#5d6875"];
const LINES = {"after-the-line": "chequered", "start": "chequered", "finish": "chequered", "line-in": "in", "line-out": "out",
  "line-in-hazard": "in", "line-out-hazard": "out", "green-restart-line": "out"};
const QUIET = ["danger", "edge", "tile", "inside"];
const quiet = mark => mark in LINES || QUIET.includes(mark) || /-dot$/.test(mark);
const kind = mark => mark.replace(/-\d+$/, "");
function tint(place) {
  const mark = place.marks.map(kind).find(each => !quiet(each));
  if (!mark) return "var(--road)";
  if (!(mark in MARKS)) MARKS[mark] = TINTS[Object.keys(MARKS).length % TINTS.length];
  return MARKS[mark];
}
function edge({width: w, height: h, marks}) {
  return marks.flatMap(mark => {
    const look = LINES[kind(mark)], x = look === "out" ? w / 2 : -w / 2, number = (mark.match(/\d+$/) || [""])[0];
    if (!look) return [];
    const line = look === "chequered"
      ? [svg("path", {d: `M${x} ${-h / 2}V${h / 2}`, stroke: "#fff", "stroke-width": 2.4}),
        svg("path", {d: `M${x} ${-h / 2}V${h / 2}`, stroke: "#111", "stroke-width": 2.4, "stroke-dasharray": 1.5})]
      : [svg("path", {d: `M${x} ${-h / 2}V${h / 2}`, stroke: "#ffe08a", "stroke-width": 1, "stroke-dasharray": "1.6 1"})];
    return [...line, svg("text", {x, y: 0, "font-size": 4, "font-weight": 700, fill: "#ffe08a", stroke: "#000", "stroke-width": .6, "paint-order": "stroke"}, number)];
  });
}
function map({width, height, places}) {
  for (const mark of Object.keys(MARKS)) delete MARKS[mark];
  const board = $("board");
  board.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const small = Math.min(...places.map(place => Math.min(place.width, place.height)));
  board.replaceChildren(svg("g", {id: "spots"}, ...places.map(place => spot(place, small))), svg("g", {id: "pieces"}));
  $("legend").replaceChildren(...Object.entries(MARKS).map(([mark, fill]) => {
    const key = el("i");
    key.style.background = fill;
    return el("li", {}, key, spoken(mark).toLowerCase());
  }));
}
function spot(place, small) {
  const {width: w, height: h} = place;
  const dots = place.marks.flatMap(mark => /-dot$/.test(mark) ? [svg("circle", {cy: h * .3, r: Math.min(w, h) * .14, fill: COLOURS[mark.split("-")[0]] || mark.split("-")[0], stroke: "#fff", "stroke-width": .5})] : []);
  const shape = place.shape === "dot"
    ? svg("circle", {r: w / 2, fill: tint(place), class: "place", id: `p-${place.id}`})
    : svg("rect", {x: -w / 2, y: -h / 2, width: w, height: h, rx: 1, fill: tint(place), class: "place", id: `p-${place.id}`});
  shape.append(svg("title", {}, [place.label || place.id, ...place.marks.map(spoken)].join(" – ")));
  const size = Math.min(small * .42, 5);
  const label = svg("text", {"font-size": size, fill: "#ffffff88", transform: `rotate(${-place.angle})`}, place.label);
  return svg("g", {transform: `translate(${place.x} ${place.y}) rotate(${place.angle})`}, shape, label, ...dots, ...badge(place, small), ...edge(place));
}
// A mark with a number, such as `limit-3`, is printed on its space.
function badge({marks, width: w, height: h, angle}, small) {
  const number = (marks.find(mark => !quiet(kind(mark)) && /-\d+$/.test(mark)) || "").match(/\d+$/);
  if (!number) return [];
  const size = small * .34, at = {transform: `translate(${size * .75 - w / 2} ${size * .75 - h / 2}) rotate(${-angle})`};
  return [svg("g", at, svg("circle", {r: size * .62, fill: "#fff"}), svg("text", {"font-size": size, "font-weight": "bold", fill: "#111"}, number[0]))];
}
function pieces() {
  const places = Object.fromEntries(now.places.places.map(place => [place.id, place]));
  const groups = {};
  const layer = $("pieces"), here = new Set();
  for (const token of now.tokens || []) {
    if (token.seat) (groups[token.place] ||= []).push(token);
    else if (places[token.place]) {
      here.add(`t-${token.id}`);
      beside(layer, token, places[token.place]);
    }
  }
  for (const [id, tokens] of Object.entries(groups)) {
    tokens.sort((a, b) => a.order - b.order);
    tokens.forEach((token, i) => {
      here.add(`t-${token.id}`);
      if (places[id]) stand(layer, token, places[id], i, tokens.length);
    });
  }
  for (const piece of [...layer.children]) if (!here.has(piece.id)) piece.remove();
  mark();
}
function piece(layer, token) {
  let found = document.getElementById(`t-${token.id}`);
  if (!found) layer.append(found = car(token));
  return found;
}
function put(layer, token, place, dx, dy, scale, rank) {
  const made = piece(layer, token), turn = place.angle * Math.PI / 180;
  const x = place.x + dx * Math.cos(turn) - dy * Math.sin(turn), y = place.y + dx * Math.sin(turn) + dy * Math.cos(turn);
  made.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  made.firstChild.setAttribute("transform", `rotate(${token.seat ? place.angle : 0})`);
  made.querySelector(".rank").textContent = rank;
  made.querySelector("title").textContent = `${token.label || token.id}: ${place.label || place.id}`;
}
function beside(layer, token, place) {
  put(layer, token, place, 0, place.height / 2, Math.min(place.height, 20) / 12, "");
}
function stand(layer, token, place, index, many) {
  const columns = many < 2 ? 1 : many < 5 ? 2 : many < 7 ? 3 : 4, lines = Math.ceil(many / columns);
  const long = place.width / lines, wide = place.height / columns;
  const scale = Math.max(Math.min(long / 10.4, wide / 6.6, 3), Math.min(1.3, place.height / 8));
  const dx = ((lines - 1) / 2 - (index / columns | 0)) * long - (many > 1 ? (index % columns - .5) * scale : 0);
  const dy = (index % columns - (columns - 1) / 2) * wide;
  put(layer, token, place, dx, dy, scale, many > 1 ? index + 1 : "");
}
// Each seat has a pattern besides its colour, for eyes that see few colours.
const PATTERNS = {red: "M-4.6 0H-2.8", blue: "M-4.2-2V2M-3.2-2V2", green: "M-4.4-2L-3 0-4.4 2", yellow: "M-4-1.2h.1M-4 1.2h.1",
  black: "M-4.4-1.5L-3 1.5M-3-1.5L-4.4 1.5", white: "M-3.7-2V2M-4.6 0H-2.8", orange: "M-4.4-1.8L-2.8 1.8", purple: "M-4.4-1.4H-2.6M-4.4 1.4H-2.6"};
function car(token) {
  const paint = colour(token.seat), ink = PALE.includes(token.seat) ? "#111" : "#fff";
  const wheel = (x, y) => svg("rect", {x, y, width: 2.2, height: 1.2, rx: .4, fill: "#0a0a0a"});
  const shape = token.seat
    ? svg("g", {}, wheel(-3.6, -3), wheel(1.6, -3), wheel(-3.6, 1.8), wheel(1.6, 1.8),
      svg("path", {class: "body", d: "M-4.6-1.9Q-4.6-2.3-4-2.3H2Q4.9-1.6 4.9 0 4.9 1.6 2 2.3H-4Q-4.6 2.3-4.6 1.9Z", fill: paint, stroke: token.seat === "black" ? "#9ab" : "#000", "stroke-width": .3}),
      svg("path", {d: PATTERNS[token.seat] || "", stroke: ink, "stroke-width": .7, "stroke-linecap": "round", fill: "none"}),
      svg("path", {d: "M.6-1.5H2Q3-1 3 0 3 1 2 1.5H.6Z", fill: "#0008"}))
    : svg("circle", {class: "body", r: 3, fill: "#ff9d1f", stroke: "#000", "stroke-width": .3});
  const text = svg("text", {"font-size": 3.6, "font-weight": 700, x: token.seat ? -.9 : 0, fill: ink}, (token.text || "").slice(0, 3));
  const rank = svg("text", {class: "rank", "font-size": 2.6, x: 3.6, y: -3.4, fill: "#fff", stroke: "#000", "stroke-width": .5, "paint-order": "stroke"});
  return svg("g", {class: "token", id: `t-${token.id}`}, shape, text, rank, svg("title", {}));
}
function mark() {
  const lit = new Set(now.lit || []), touched = new Set(now.touched || []);
  const next = now.moves ? now.moves.moves[now.moves.at].token : "";
  for (const shape of document.querySelectorAll(".place, .token")) {
    const id = shape.id.slice(2);
    shape.classList.toggle("lit", lit.has(id));
    shape.classList.toggle("touch", touched.has(id));
    shape.classList.toggle("now", shape.id === `t-${next}`);
  }
}

// Setting up.

let editing = {};
function setUp(form) {
  editing = {game: form.game, seats: form.seats, options: form.options, words: form.words || []};
  const focus = document.activeElement && document.activeElement.name;
  const open = [...$("setup").querySelectorAll("details[open]")].map(each => each.dataset.group);
  const groups = Object.entries(Object.groupBy ? Object.groupBy(form.fields, field => field.group || "Race") : {Race: form.fields});
  const problems = form.problems.map(p => el("div", {className: p.blocks ? "bad" : "warn"}, p.text));
  const hint = el("p", {className: "hint"}, "Lucky words are mixed into the shuffle, so that nobody can have chosen the cards.");
  const go = el("button", {className: "go", type: "submit", disabled: form.problems.some(p => p.blocks)}, "Start the race", " ", el("kbd", {}, "Enter"));
  const resume = form.found ? [el("button", {className: "go", type: "button", onclick: () => say({resume: true})}, form.found)] : [];
  const back = form.changed ? [el("button", {type: "button", onclick: () => say({set: {standard: true}})}, "Standard set-up")] : [];
  $("setup").replaceChildren(el("h2", {}, "New race"), ...resume, ...problems, go, ...back, hint,
    row("Game", pick("game", form.games, form.game, value => say({set: {game: value}}))),
    ...Object.keys(COLOURS).map(seat => seatRow(seat, form)),
    row("Lucky words", words(form)),
    ...groups.map(([name, fields]) => details(name, fields, open)));
  const again = focus && $("setup").elements[focus];
  if (again) again.focus();
}
function row(label, ...fields) { return el("label", {}, label, el("span", {}, ...fields)); }
function pick(name, values, value, change) {
  const made = el("select", {name}, ...values.map(word => el("option", {value: word, selected: word === value}, spoken(String(word)))));
  made.onchange = () => change(made.value);
  return made;
}
function seatRow(seat, form) {
  const made = row("", pick(`seat-${seat}`, ["nobody", "person", "bot"], form.seats[seat] || "nobody", driver => say({set: {seat, driver}})));
  made.prepend(dot(seat));
  made.firstChild.after(spoken(seat));
  made.style.justifyContent = "flex-start";
  made.lastChild.style.marginLeft = "auto";
  return made;
}
function words(form) {
  const made = el("input", {name: "words", value: (form.words || []).join(" "), placeholder: "any words you like", title: "Mixed into the shuffle, so that nobody can have chosen it."});
  made.onchange = () => say({set: {words: made.value.split(/\s+/).filter(Boolean)}});
  return made;
}
function details(name, fields, open) {
  const made = el("details", {open: open.includes(name)}, el("summary", {}, name), ...fields.flatMap(option));
  made.dataset.group = name;
  return made;
}
function option(field) {
  const set = value => say({set: {option: field.name, value}});
  const unit = field.unit ? ` (${field.unit})` : "";
  if (typeof field.value === "boolean") {
    return [row(field.label, el("input", {type: "checkbox", name: field.name, checked: field.value, onchange: event => set(event.target.checked)}))];
  }
  if (field.values.length) return [row(field.label + unit, pick(field.name, field.values, field.value, set))];
  if (typeof field.value === "number") {
    const input = el("input", {type: "number", name: field.name, value: field.value, onchange: event => set(Number(event.target.value))});
    if (field.low !== null) input.min = field.low;
    if (field.high !== null) input.max = field.high;
    return [row(field.label + unit, input)];
  }
  if (field.value && typeof field.value === "object" && !Array.isArray(field.value)) {
    const counts = Object.entries(field.value).filter(([, count]) => typeof count === "number");
    return counts.map(([word, count]) => row(`${field.label}: ${spoken(word)}`, el("input", {type: "number", name: `${field.name}.${word}`, min: 0, value: count,
      onchange: event => set({...field.value, [word]: Number(event.target.value)})})));
  }
  if (typeof field.value === "string") {
    return [row(field.label + unit, el("input", {name: field.name, value: field.value, onchange: event => set(event.target.value)}))];
  }
  return [row(field.label + unit, el("input", {name: field.name, value: field.value === null ? "" : JSON.stringify(field.value), onchange: event => set(parsed(event.target.value))}))];
}
function parsed(text) {
  try { return text === "" ? null : JSON.parse(text); } catch { return text; }
}
$("setup").addEventListener("submit", event => {
  event.preventDefault();
  say({start: true});
  document.activeElement.blur();
});


// Putting right what a bumped board made wrong.

$("correct").addEventListener("submit", event => {
  event.preventDefault();
  say({correct: event.target.elements.text.value, seat: active});
  event.target.reset();
});

connect();
