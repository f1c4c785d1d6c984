/* Random games of boardgamers/powergrid, for `python -m bench.peers`: node powergrid_peer.cjs FOLDER SEED GAMES

FOLDER is the unpacked npm package @boardgamers/powergrid-viewer: its script for browsers holds the engine, which has no
package of its own. The engine's two functions are found by words in them; what a browser would have does nothing here.
Prints moves and seconds of processor time of the games that ended, after WARM games in which node compiles. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const [folder, seed, count] = process.argv.slice(2);
const WARM = 100;

/** The name and the beginning of the function that holds these words. */
function holder(text, words) {
  const at = text.indexOf(words);
  if (at < 0) throw new Error(`another version of the package: it has no ${words}`);
  const begin = [...text.slice(0, at).matchAll(/function ([\w$]+)\(/g)].pop();
  return { name: begin[1], at: begin.index };
}

/** Anything that a browser has: it can be read, called and made, and does nothing. */
const nothing = () =>
  new Proxy(function () {}, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => '' : nothing()),
    apply: nothing,
    construct: nothing,
    set: () => true,
  });

function engine() {
  let text = readFileSync(join(folder, 'dist', 'powergrid-viewer.umd.min.js'), 'utf8');
  const move = holder(text, '"You are not allowed to run the command "');
  const setup = holder(text, '"Game Start!"');
  text = `${text.slice(0, move.at)}globalThis.keptEngine={setup:${setup.name},move:${move.name}};${text.slice(move.at)}`;
  text = text.replace(/return (\w\[\w\]\.call\(\w\.exports,\w,\w\.exports,\w\)),/, 'try{$1}catch(fault){}return ');
  Object.assign(globalThis, { self: globalThis, window: globalThis, document: nothing(), location: nothing(), Audio: nothing() });
  const page = { exports: {} };
  try {
    new Function('module', 'exports', 'require', text)(page, page.exports, nothing);
  } catch {
    // the viewer itself: the engine has been kept before
  }
  return globalThis.keptEngine;
}

const { setup, move } = engine();
let last = Number(seed) + 1;
const chosen = (list) => {
  last = (Math.imul(last, 1103515245) + 12345) & 0x7fffffff;
  return list[(last >> 8) % list.length];
};

/** Play a game by a random kind of move and a random one of its kind; return how many moves it took, 0 without an end. */
function game(number) {
  let state = setup(4, { map: 'Germany', variant: 'recharged', showMoney: true }, `${seed}-${number}`);
  for (let moves = 0; moves < 5000; moves += 1) {
    if (/end/i.test(String(state.phase))) return moves;
    const player = chosen(state.currentPlayers.filter((seat) => state.players[seat].availableMoves));
    const offered = state.players[player]?.availableMoves ?? {};
    const kinds = Object.keys(offered).filter((kind) => kind !== 'Undo' && offered[kind]?.length);
    if (kinds.length === 0) return 0;
    const name = chosen(kinds);
    state = move(state, { name, data: chosen(offered[name]) }, player);
  }
  return 0;
}

for (let number = 0; number < WARM; number += 1) game(-1 - number);
let moves = 0;
let seconds = 0;
let ended = 0;
for (let number = 0; number < Number(count); number += 1) {
  const begun = process.cpuUsage();
  const done = game(number);
  const { user, system } = process.cpuUsage(begun);
  if (done === 0) continue;
  ended += 1;
  moves += done;
  seconds += (user + system) / 1e6;
}
console.log(JSON.stringify({ moves, seconds, ended }));
