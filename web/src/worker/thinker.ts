/**
 * The worker in which bots think: a question in, an answer out. It keeps nothing and can be ended at any time.
 * A question that comes while another is thought about goes first; the other goes on after it.
 */
import { place, startPython, type Python } from './python';
import { collect, snapshotKept } from './snapshots';
import type { FromThinker, ToThinker } from './messages';

const THINK = `
from time import perf_counter
from kilowatt.host.thinking import think_steps

_open = []


def _begin(question):
    _open.append(think_steps(question.encode()))


def _go_on(seconds):
    end = perf_counter() + seconds
    while perf_counter() < end:
        try:
            next(_open[-1])
        except StopIteration as ended:
            _open.pop()
            return ended.value.decode()
    return ""
`;

/** Seconds of thinking between two looks at what has come. */
const SLICE = 0.03;

interface Glue {
  begin: (question: string) => void;
  goOn: (seconds: number) => string;
}

let python: Python | null = null;
let glue: Glue | null = null;
let open = 0;
let running = false;

const say = (message: FromThinker): void => {
  self.postMessage(message);
};

/** Let messages in that have come meanwhile. */
const { port1, port2 } = new MessageChannel();
const breath = (): Promise<void> =>
  new Promise((resolve) => {
    port1.onmessage = () => {
      resolve();
    };
    port2.postMessage(null);
  });

async function think({ goOn }: Glue): Promise<void> {
  if (running) return;
  running = true;
  while (open > 0) {
    const pair = goOn(SLICE);
    if (pair !== '') {
      open -= 1;
      say({ type: 'answer', pair });
    }
    await breath();
  }
  running = false;
}

const fail = (error: unknown): void => {
  say({ type: 'failed', detail: String(error) });
};

async function start(given: Extract<ToThinker, { type: 'start' }>): Promise<void> {
  const { base, version, machine, files } = given;
  const snapshot = given.snapshot ?? (await snapshotKept(base, version));
  ({ python } = await startPython(base, machine, files, snapshot, false));
  python.runPython(THINK);
  glue = {
    begin: python.globals.get('_begin') as Glue['begin'],
    goOn: python.globals.get('_go_on') as Glue['goOn'],
  };
}

let started: Promise<void> | null = null;

self.onmessage = (event: MessageEvent<ToThinker>) => {
  const message = event.data;
  switch (message.type) {
    case 'start':
      started = start(message);
      started.catch(fail);
      break;
    case 'place':
      started
        ?.then(() => {
          if (python) place(python, message.archives);
          say({ type: 'ready' });
          void collect();
        })
        .catch(fail);
      break;
    case 'ask':
      if (!glue) break;
      glue.begin(message.question);
      open += 1;
      think(glue).catch(fail);
      break;
  }
};
