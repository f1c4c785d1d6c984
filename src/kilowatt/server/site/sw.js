/* The service worker of a folder of files: keeps one whole version of the game, and answers from it alone. */
const VERSION = "VERSION_OF_THE_SITE";
/** Files by their hash; the page keeps there what it fetches first. */
const FILES = "kilowatt-files";
/** The index of each whole version. */
const WHOLE = "kilowatt-whole";
const base = new URL(".", self.location).href;
const at = (sha256) => new URL(`kept/${sha256}`, base).href;
const indexOf = (version) => new URL(`kept/index-${version}`, base).href;
/** The name of the version that answers. */
const nowAt = new URL("kept/now", base).href;

const KINDS = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const hashOf = async (body) => hex(await crypto.subtle.digest("SHA-256", body));

/** How often a host that asks to wait is asked again, and the most seconds before each time. */
const WAITS = 30;
const LONGEST = 10;

/** Fetch a file; a host that counts requests says when to go on. */
async function get(path, cache) {
  for (let waits = 0; ; waits += 1) {
    const answer = await fetch(new URL(path, base), { cache });
    if (answer.status !== 429 || waits === WAITS) return answer;
    const seconds = Number(answer.headers.get("Retry-After")) || 2;
    await new Promise((go) => setTimeout(go, Math.min(seconds, LONGEST) * 1000));
  }
}

/** Get a file, whole, unless it is kept already. */
async function keep(cache, file) {
  const old = await cache.match(at(file.sha256));
  if (old && (await hashOf(await old.arrayBuffer())) === file.sha256) return;
  const answer = await get(file.path, old ? "reload" : "no-cache");
  const body = await answer.arrayBuffer();
  if (!answer.ok || (await hashOf(body)) !== file.sha256) throw new Error(`${file.path} came damaged`);
  await cache.put(at(file.sha256), new Response(body));
}

/** Install a version: all of it, or nothing. Its index is kept last. */
async function install() {
  const answer = await get("files.json", "no-cache");
  const text = await answer.text();
  const index = JSON.parse(text);
  // the folder was changed between the two: the browser tries again later
  if (index.version !== VERSION) throw new Error("another version");
  const cache = await caches.open(FILES);
  const windows = await self.clients.matchAll({ includeUncontrolled: true });
  const total = index.files.reduce((sum, file) => sum + file.moved, 0);
  let loaded = 0;
  for (const file of index.files) {
    await keep(cache, file);
    loaded += file.moved;
    for (const client of windows) client.postMessage({ type: "installed", loaded, total });
  }
  await (await caches.open(WHOLE)).put(indexOf(VERSION), new Response(text));
}

/** The versions that are whole, the one that came last at the end. */
async function versions(whole) {
  const names = (await whole.keys()).map((key) => key.url).filter((url) => url.startsWith(indexOf("")));
  return names.map((url) => url.slice(indexOf("").length));
}

/**
 * The version that answers: what a page chose that was between two games. It need not be this worker's own: a browser
 * may keep an older worker for minutes after the newer was told to take over.
 */
async function now(whole) {
  const chosen = await (await whole.match(nowAt))?.text();
  return chosen !== undefined && (await whole.match(indexOf(chosen))) ? chosen : VERSION;
}

/** Let the version that came last answer from now on. */
async function renew() {
  const whole = await caches.open(WHOLE);
  const last = (await versions(whole)).at(-1);
  if (last !== undefined) await whole.put(nowAt, new Response(last));
  known = null;
}

/** Forget what only older versions needed. Other folders of this origin keep theirs in the same caches. */
async function activate() {
  const whole = await caches.open(WHOLE);
  for (const version of await versions(whole)) if (version !== VERSION) await whole.delete(indexOf(version));
  await whole.put(nowAt, new Response(VERSION));
  const index = await (await whole.match(indexOf(VERSION))).json();
  const needed = new Set(index.files.map((file) => at(file.sha256)));
  const cache = await caches.open(FILES);
  for (const { url } of await cache.keys()) if (url.startsWith(at("")) && !needed.has(url)) await cache.delete(url);
  await self.clients.claim();
}

let known = null;

/** The index of the version that answers: its text, and its files by their paths; null where there is none. */
async function read() {
  const whole = await caches.open(WHOLE);
  const version = await now(whole);
  const text = await (await whole.match(indexOf(version)))?.text();
  if (text === undefined) return null;
  try {
    const { files } = JSON.parse(text);
    return { version, text, files: new Map(files.map((file) => [file.path, file])) };
  } catch {
    await whole.delete(indexOf(version));
    return null;
  }
}

async function index() {
  known ??= read();
  const found = await known.catch(() => null);
  if (found === null) known = null;
  return found;
}

/** Install what was cleared or damaged again. */
const reinstall = () =>
  install().then(
    () => (known = null),
    () => undefined,
  );

/** What was compared with its hash in the life of this worker: later its length is enough. */
const compared = new Set();

async function isWhole(file, body) {
  if (body.size !== file.size) return false;
  if (compared.has(file.sha256)) return true;
  const same = (await hashOf(await body.arrayBuffer())) === file.sha256;
  if (same) compared.add(file.sha256);
  return same;
}

/** A file of this version as it was installed; one that is damaged is fetched again. Null: it cannot be had. */
async function wholeFile(file) {
  const cache = await caches.open(FILES);
  // whole, not as a stream: a stream that nobody reads to its end keeps this version from being replaced
  const kept = await (await cache.match(at(file.sha256)))?.blob();
  if (kept && (await isWhole(file, kept))) return kept;
  if (kept) await cache.delete(at(file.sha256));
  const answer = await get(file.path, "reload").catch(() => null);
  const body = answer?.ok ? await answer.blob().catch(() => null) : null;
  if (body === null || !(await isWhole(file, body))) return null;
  await cache.put(at(file.sha256), new Response(body)).catch(() => undefined);
  return body;
}

/** Whether the folder holds another version by now. */
async function hasMoved(version) {
  try {
    return (await (await get("files.json", "no-cache")).json()).version !== version;
  } catch {
    return false;
  }
}

/** What a person reads where the game cannot start and nothing but this file is whole. */
const WORDS = {
  en: "Some of the game's files on this device are missing or damaged, and there is no network to fetch them again. Connect and reload this page. Your games are kept.",
  de: "Einige Dateien des Spiels auf diesem Gerät fehlen oder sind beschädigt, und ohne Netz lassen sie sich nicht neu laden. Stell eine Verbindung her und lade diese Seite neu. Deine Partien bleiben erhalten.",
};

function inWords() {
  const language = self.navigator.language.startsWith("de") ? "de" : "en";
  const page = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Kilowatt</title><p>${WORDS[language]}</p></html>`;
  return new Response(page, { status: 503, headers: { "Content-Type": KINDS.html } });
}

/** From the site itself, as if there were no worker. */
const fromSite = (request) => (request.mode === "navigate" ? fetch(request).catch(inWords) : fetch(request));

/** The files that a page begins with: without one of them it stays blank. */
const firstFiles = async (page) => [...(await page.text()).matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, path]) => path);

/** A file of this version; the site's own where nothing is installed, so that a cleared store repairs itself. */
async function answer(request, path, later) {
  const { version, text, files } = (await index()) ?? {};
  if (version === undefined) {
    if (path === "index.html") later(reinstall());
    return fromSite(request);
  }
  if (path === "files.json") return new Response(text, { headers: { "Content-Type": KINDS.json } });
  const file = files.get(path);
  if (file === undefined) return fetch(request);
  const body = await wholeFile(file);
  let usable = body !== null;
  if (usable && path === "index.html") {
    const first = (await firstFiles(body)).map((name) => files.get(name)).filter((one) => one !== undefined);
    usable = (await Promise.all(first.map(wholeFile))).every((one) => one !== null);
  }
  if (usable) {
    const kind = KINDS[path.split(".").at(-1)] ?? "application/octet-stream";
    return new Response(body, { headers: { "Content-Type": kind } });
  }
  if (await hasMoved(version)) {
    // what is missing is nowhere any more: the folder's own version goes on, and is installed by its own worker
    await (await caches.open(WHOLE)).delete(indexOf(version));
    known = null;
    return fromSite(request);
  }
  return path === "index.html" ? inWords() : Response.error();
}

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const [url] = request.url.split(/[?#]/);
  if (request.method !== "GET" || !url.startsWith(base)) return;
  const path = url.slice(base.length);
  if (path.startsWith("kept/")) return;
  const name = path === "" || request.mode === "navigate" ? "index.html" : path;
  event.respondWith(answer(request, name, (work) => event.waitUntil(work)));
});

/** Whether a version waits that is whole and is not the one that answers. */
async function waits() {
  const whole = await caches.open(WHOLE);
  const last = (await versions(whole)).at(-1);
  return last !== undefined && last !== (await now(whole));
}

self.addEventListener("message", (event) => {
  const [port] = event.ports;
  // to the worker that waits
  if (event.data?.type === "take over") event.waitUntil(self.skipWaiting());
  // to the one that answers
  if (event.data?.type === "waits?") event.waitUntil(waits().then((answer) => port?.postMessage(answer)));
  if (event.data?.type === "renew") event.waitUntil(renew().then(() => port?.postMessage(true)));
});
