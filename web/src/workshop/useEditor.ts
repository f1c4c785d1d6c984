/** The state of the editor: the board with its history, the tool, and what is selected. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { fitted } from './building';
import { usualCost } from './costs';
import { begin, changed, redone, replaced, undone, type History } from './history';
import {
  addCity,
  citiesOf,
  clearOf,
  link,
  moveCities,
  paint,
  placeOf,
  putCity,
  removeCities,
  sameLink,
  tinted,
  unlink,
  SHEET,
  type BoardData,
} from './model';
import { save } from './saved';
import { placeLabels } from './shape';

export const TOOLS = ['select', 'city', 'link', 'area', 'erase', 'trace'] as const;
export type Tool = (typeof TOOLS)[number];
export const TOOL_KEYS: Record<string, Tool> = {
  v: 'select',
  c: 'city',
  l: 'link',
  a: 'area',
  e: 'erase',
  t: 'trace',
};
export const GRID = 10;

export interface Editor {
  board: BoardData;
  saved: boolean;
  canUndo: boolean;
  canRedo: boolean;
  tool: Tool;
  selected: ReadonlySet<string>;
  picked: readonly [string, string] | null;
  from: string | null;
  area: string | null;
  grid: boolean;
  cross: readonly [number, number];
  /** What has just been made and waits for its name or cost. */
  fresh: number;
  change: (next: BoardData) => void;
  settle: (next: BoardData) => void;
  undo: () => void;
  redo: () => void;
  setTool: (tool: Tool) => void;
  select: (cities: readonly string[], more?: boolean) => void;
  pick: (a: string, b: string) => void;
  clear: () => void;
  setArea: (area: string | null) => void;
  setGrid: (grid: boolean) => void;
  setCross: (at: readonly [number, number]) => void;
  place: (x: number, y: number) => void;
  move: (dx: number, dy: number, clear?: boolean) => void;
  touch: (city: string, more: boolean) => void;
  connect: (a: string, b: string) => void;
  erase: () => void;
  paintSelected: (area: string | null) => void;
  paintCity: (city: string, area: string | null) => void;
}

export function useEditor(first: BoardData, key: string, cityName: (number: number) => string): Editor {
  const [history, setHistory] = useState<History>(() => begin(tinted(first)));
  const [tool, setToolOnly] = useState<Tool>(first.area.length === 0 ? 'city' : 'select');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [picked, setPicked] = useState<readonly [string, string] | null>(null);
  const [from, setFrom] = useState<string | null>(null);
  const [area, setArea] = useState<string | null>(first.area[0]?.id ?? null);
  const [grid, setGrid] = useState(true);
  const [cross, setCross] = useState<readonly [number, number]>([SHEET.width / 2, SHEET.height / 2]);
  const [fresh, setFresh] = useState(0);
  const [saved, setSaved] = useState(true);
  const board = history.now;
  const now = useRef(board);
  now.current = board;

  // kept on the device at every change, a moment after it, or when the page is left before that
  const begun = useRef(false);
  useEffect(() => {
    if (!begun.current) {
      begun.current = true;
      if (board.area.length === 0) return;
    }
    const keep = (): void => {
      setSaved(save(key, board));
    };
    const timer = window.setTimeout(keep, 250);
    window.addEventListener('pagehide', keep);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [board, key]);

  const change = useCallback((next: BoardData) => {
    setHistory((old) => changed(old, fitted(next)));
  }, []);
  const settle = useCallback((next: BoardData) => {
    setHistory((old) => replaced(old, next));
  }, []);
  const clear = useCallback(() => {
    setSelected(new Set());
    setPicked(null);
    setFrom(null);
  }, []);
  const select = useCallback((cities: readonly string[], more = false) => {
    setPicked(null);
    setSelected((old) => (more ? new Set([...old, ...cities]) : new Set(cities)));
  }, []);

  const snap = (value: number): number => (grid ? Math.round(value / GRID) * GRID : value);
  const pick = (a: string, b: string): void => {
    setSelected(new Set());
    setPicked([a, b]);
  };
  const connect = (a: string, b: string): void => {
    if (a === b) return;
    const known = now.current.connections.some((row) => sameLink(row, a, b));
    if (!known) change(placeLabels(link(now.current, a, b, usualCost(now.current, a, b)), new Set([a, b])));
    setFrom(null);
    pick(a, b);
    setFresh((n) => n + 1);
  };
  const erase = (): void => {
    if (picked) change(unlink(now.current, picked[0], picked[1]));
    else if (selected.size > 0) change(removeCities(now.current, selected));
    clear();
  };
  const paintSelected = (target: string | null): void => {
    const [next, home] = paint(now.current, [...selected], target);
    change(next);
    setArea(home);
  };
  const paintCity = (city: string, target: string | null): void => {
    const [next, home] = paint(now.current, [city], target);
    change(next);
    setArea(home);
    select([city]);
  };
  return {
    board,
    saved,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    tool,
    selected,
    picked,
    from,
    area,
    grid,
    cross,
    fresh,
    change,
    settle,
    undo: () => {
      setHistory(undone);
      clear();
    },
    redo: () => {
      setHistory(redone);
      clear();
    },
    setTool: (next: Tool) => {
      setToolOnly(next);
      setFrom(null);
    },
    select,
    pick,
    clear,
    setArea,
    setGrid,
    setCross,
    place: (x: number, y: number) => {
      const count = citiesOf(now.current).length + 1;
      const [made, id] = addCity(now.current, snap(x), snap(y), area, cityName(count));
      change(placeLabels(made, new Set([id])));
      setArea((old) => old ?? made.area.at(-1)?.id ?? null);
      select([id]);
      setFresh((n) => n + 1);
    },
    move: (dx: number, dy: number, clearing = false) => {
      const cities = [...selected];
      let next = moveCities(now.current, cities, dx, dy);
      const [only] = cities;
      if (clearing && cities.length === 1 && only !== undefined) {
        const [x, y] = placeOf(next, only);
        next = putCity(next, only, ...clearOf(next, snap(x), snap(y), new Set(cities)));
      }
      change(placeLabels(next, selected));
    },
    touch: (city: string, more: boolean) => {
      if (tool === 'link') {
        if (from === null) {
          setFrom(city);
          setPicked(null);
          setSelected(new Set([city]));
        } else connect(from, city);
      } else if (tool === 'area') {
        paintCity(city, area);
      } else if (tool === 'erase') {
        change(removeCities(now.current, new Set([city])));
        clear();
      } else if (more && selected.has(city)) setSelected(new Set([...selected].filter((one) => one !== city)));
      else select([city], more);
    },
    connect,
    erase,
    paintSelected,
    paintCity,
  };
}
