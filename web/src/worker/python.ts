/**
 * Starts Python in a worker, from bytes that are at hand: nothing is fetched but the runtime's two modules.
 * Where there is a snapshot of the memory of a Python that had imported everything, it goes on from that.
 */
import { entriesOf } from './files';
import { products } from './products';
import { release } from './snapshots';
import type { Files, Snapshot } from './messages';

type Bytes = Uint8Array<ArrayBuffer>;

/** What is used of Pyodide. */
export interface Python {
  runPython: (code: string) => unknown;
  FS: {
    mkdirTree: (path: string) => void;
    writeFile: (path: string, body: Uint8Array, options: { canOwn: boolean }) => void;
    readFile: (path: string) => Bytes;
  };
  globals: { get: (name: string) => unknown; set: (name: string, value: unknown) => void };
  makeMemorySnapshot: () => Bytes;
  _api: { config: { _loadSnapshot?: Bytes } };
  _module: Machine;
}

/** Of the runtime's inside, for snapshots: libraries that Python has loaded, and how to load one where it was. */
interface Machine {
  HEAPU8: Bytes;
  tableLength: () => number;
  LDSO: { loadedLibsByName: Record<string, Library>; loadedLibsByHandle: Record<number, Library> };
  loadWebAssemblyModule: (body: Bytes, flags: object, name: string, scope: object, handle: number) => unknown;
}

interface Library {
  refcount: number;
  name: string;
  exports: unknown;
  global: boolean;
}

interface Runtime {
  loadPyodide: (options: Record<string, unknown>) => Promise<Python>;
}

/** Put the files of archives where Python looks for packages. */
export function place({ FS, runPython }: Python, archives: readonly Bytes[]): void {
  const folder = runPython('import site; site.getsitepackages()[0]') as string;
  const made = new Set<string>();
  for (const archive of archives)
    for (const [name, body] of entriesOf(archive)) {
      const path = `${folder}/${name}`;
      const parent = path.slice(0, path.lastIndexOf('/'));
      if (!made.has(parent)) FS.mkdirTree(parent);
      made.add(parent);
      FS.writeFile(path, body, { canOwn: true });
    }
  runPython('import sys; sys.path_importer_cache.clear()');
}

/** What both workers need: it is part of a snapshot. */
const IMPORTS = `
import kilowatt.host.local
import kilowatt.host.thinking
kilowatt.host.offers.rulesets()
`;
/** What must not be the same twice. */
const RENEWED = `
import random
random.seed()
`;
/** The products of matrices are the page's: Python has none without NumPy. */
const PRODUCTS = `
def _set_products(make_in_page):
    from array import array
    from kilowatt.bots.products import set_backend

    def make(shapes, body):
        run_in_page = make_in_page([n for shape in shapes for n in shape], body)
        last = shapes[-1][1]

        def run(inputs, count):
            outputs = array("d", bytes(8 * count * last))
            run_in_page(inputs, outputs, count)
            return outputs

        return run

    set_backend(make)
`;

/** Let the runtime have what it would fetch, and return it. */
async function runtime(base: string, machine: WebAssembly.Module, files: Files, options: object): Promise<Python> {
  const { fetch, WebAssembly: web } = globalThis;
  const streaming = web.instantiateStreaming.bind(web);
  // the runtime asks for two files by their addresses; both are here already
  globalThis.fetch = (asked, given) => {
    const url = asked instanceof Request ? asked.url : String(asked);
    if (url.endsWith('/python_stdlib.zip')) return Promise.resolve(new Response(files.library));
    if (url.endsWith('/pyodide.asm.wasm')) return Promise.resolve(new Response(null));
    return fetch(asked, given);
  };
  web.instantiateStreaming = async (_, imports) => ({
    instance: await web.instantiate(machine, imports),
    module: machine,
  });
  try {
    const folder = new URL('runtime/', base).href;
    const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.js`)) as Runtime;
    const python = await loadPyodide({
      indexURL: folder,
      lockFileContents: files.lock,
      packageBaseUrl: folder,
      env: { PYTHONHASHSEED: '0' },
      ...options,
    });
    place(python, files.archives);
    return python;
  } finally {
    globalThis.fetch = fetch;
    web.instantiateStreaming = streaming;
  }
}

/** Load the library of a snapshot again, at the same place, and put its memory back. The snapshot's bytes are used up. */
function reload({ FS, _module }: Python, { body, name, handle, before, after }: Snapshot): void {
  if (_module.tableLength() !== before) throw new Error('another table');
  const memory = body.subarray(0, _module.HEAPU8.length);
  if (memory.length !== _module.HEAPU8.length) throw new Error('another memory');
  memory.set(_module.HEAPU8);
  const flags = { loadAsync: false, global: false, nodelete: true, allowUndefined: true };
  const exports = _module.loadWebAssemblyModule(FS.readFile(name), flags, name, {}, handle);
  if (_module.tableLength() !== after) throw new Error('another table');
  _module.HEAPU8.set(memory);
  const library = { refcount: Infinity, name, exports, global: false };
  _module.LDSO.loadedLibsByName[name] = library;
  _module.LDSO.loadedLibsByHandle[handle] = library;
}

/** Take a snapshot: Python must not have met anything of the page yet. null: it has loaded more than can be put back. */
function snapshotOf(python: Python, before: number): Snapshot | null {
  const { LDSO, tableLength } = python._module;
  const [library, ...others] = Object.entries(LDSO.loadedLibsByHandle).filter(([handle]) => handle !== '0');
  if (library === undefined || others.length > 0) return null;
  const [handle, { name }] = library;
  return { body: python.makeMemorySnapshot(), name, handle: Number(handle), before, after: tableLength() };
}

export interface Started {
  python: Python;
  /** A snapshot to begin with next time, where this was the first time. */
  snapshot: Snapshot | null;
  restored: boolean;
}

async function fresh(base: string, machine: WebAssembly.Module, files: Files, keep: boolean): Promise<Started> {
  const python = await runtime(base, machine, files, keep ? { _makeSnapshot: true } : {});
  const before = python._module.tableLength();
  python.runPython(IMPORTS);
  return { python, snapshot: keep ? snapshotOf(python, before) : null, restored: false };
}

async function restored(base: string, machine: WebAssembly.Module, files: Files, from: Snapshot): Promise<Started> {
  const python = await runtime(base, machine, files, { _loadSnapshot: from.body });
  reload(python, from);
  // the runtime would hold what it has read
  delete python._api.config._loadSnapshot;
  release(from.body);
  python.runPython(RENEWED);
  return { python, snapshot: null, restored: true };
}

/** Start Python; a snapshot that does not fit this browser any more is left alone. */
export async function startPython(
  base: string,
  machine: WebAssembly.Module,
  files: Files,
  from: Snapshot | null,
  keep: boolean,
): Promise<Started> {
  const started =
    (from && (await restored(base, machine, files, from).catch(() => null))) ??
    (await fresh(base, machine, files, keep));
  started.python.runPython(PRODUCTS);
  (started.python.globals.get('_set_products') as (make: unknown) => void)(products);
  return started;
}
