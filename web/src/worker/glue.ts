/** The functions of Python's host that the worker calls. Texts go in and come out: nothing of Python is kept here. */
import type { Python } from './python';

const GLUE = `
import json
from kilowatt.host.local import LocalHost

host = LocalHost()


def _request(method, path, body, language):
    status, answer = host.request(method, path, b"" if body is None else body.encode(), language=language)
    return json.dumps([status, answer.decode()])


def _text(raw):
    return None if raw is None else raw.decode()


def _drain(ask):
    # first: where nobody can think, asking plays a move itself
    question = None if ask == "none" else host.question(urgent=ask == "urgent")
    changed = [[code, _text(host.dump(code)), _text(host.head(code))] for code in host.changed()]
    out = [[line, raw.decode()] for line, raw in host.outbox()]
    return json.dumps({"changed": changed, "out": out, "question": _text(question), "damaged": host.damaged()})


def _load(raw):
    try:
        host.load(raw.encode())
    except ValueError as error:
        return str(error)
    return ""


def _take(raw):
    try:
        return "taken" if host.take(raw.encode()) else "here"
    except ValueError as error:
        return str(error)


def _open(code):
    return host.open(code)


def _message(line, raw):
    host.message(line, raw.encode())


def _close(line):
    host.close(line)


def _answered(raw):
    host.answered(raw.encode())


def _ended(id, how):
    {"failed": host.give_up, "stopped": host.put_back, "hurried": host.hurry}[how](id)
`;

/** What a call has left: tables to store, each with its text and its head; messages; what to think about. */
export interface Drained {
  changed: [string, string | null, string | null][];
  out: [number, string][];
  question: string | null;
  damaged: Record<string, string>;
}

export interface Glue {
  _request: (method: string, path: string, body: string | undefined, language: string) => string;
  _drain: (ask: 'any' | 'urgent' | 'none') => string;
  /** What is wrong with a stored game; '' for a good one. */
  _load: (raw: string) => string;
  /** 'taken', 'here', or what is wrong with a game of a file. */
  _take: (raw: string) => string;
  _open: (code: string) => number;
  _message: (line: number, raw: string) => void;
  _close: (line: number) => void;
  _answered: (raw: string) => void;
  _ended: (id: number, how: string) => void;
}

const NAMES = ['_request', '_drain', '_load', '_take', '_open', '_message', '_close', '_answered', '_ended'] as const;

/** Import the host and return its functions. */
export function glueOf(python: Python): Glue {
  python.runPython(GLUE);
  return Object.fromEntries(NAMES.map((name) => [name, python.globals.get(name)])) as unknown as Glue;
}
