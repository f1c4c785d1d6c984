/**
 * The canvas: pointer, touch and keys become changes of the board.
 *
 * It is drawn in three layers, which the browser paints apart: the ground with its areas, the sheet with links and cities, and what
 * is dragged above. A drag paints the ground and the top again, not the sheet.
 */
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import type { BoardCheck } from '../protocol/schema';
import { AreaNames, Areas } from './Marks';
import { citiesOf, moveCities, placeOf, scaleOf, setSide, unlink } from './model';
import { areaShapes, sideAt } from './shape';
import type { Picture } from './Trace';
import type { Editor } from './useEditor';
import { GRID } from './useEditor';
import { useMarks } from './useMarks';
import type { useSheet, View } from './useSheet';
import { useWords } from './words';

interface Drag {
  kind: 'move' | 'band' | 'link' | 'label' | 'pan' | 'place';
  city: string;
  start: readonly [number, number];
  at: readonly [number, number];
  moved: boolean;
}

const SLACK = 4;
const NONE: ReadonlySet<string> = new Set();
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const dataOf = (target: EventTarget | null, name: string): string | null =>
  target instanceof Element ? (target.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? null) : null;

interface CanvasProps {
  editor: Editor;
  check: BoardCheck | null;
  picture: Picture | null;
  svg: React.RefObject<SVGSVGElement | null>;
  sheet: ReturnType<typeof useSheet>;
}

export function Canvas({ editor, check, picture, svg, sheet }: CanvasProps) {
  const t = useWords();
  const [drag, showDrag] = useState<Drag | null>(null);
  // the truth while a pointer is down: on a slow device it moves and lifts before the move is drawn
  const held = useRef<Drag | null>(null);
  const setDrag = (next: Drag | null): void => {
    held.current = next;
    showDrag(next);
  };
  const fingers = useRef(new Map<number, readonly [number, number]>());
  const { tool, selected, from, cross } = editor;

  // what a drag shows is not yet a change
  const lifted = drag?.kind === 'move' && drag.moved ? selected : NONE;
  const [dx, dy] = drag && lifted !== NONE ? [drag.at[0] - drag.start[0], drag.at[1] - drag.start[1]] : [0, 0];
  const board = useMemo(
    () => (lifted === NONE ? editor.board : moveCities(editor.board, [...lifted], dx, dy)),
    [editor.board, lifted, dx, dy],
  );
  const k = scaleOf(board);
  const still = useMemo(() => areaShapes(editor.board), [editor.board]);
  const shapes = useMemo(
    () => (board === editor.board ? still : areaShapes(board, still)).areas,
    [board, editor.board, still],
  );
  const names = useMemo(() => board.area.map((area) => area.name), [board.area]);
  const faults = useMemo(
    () => new Set(check?.findings.filter((row) => row.level === 'fix').flatMap((row) => row.cities)),
    [check],
  );

  const down = (event: PointerEvent<SVGSVGElement>): void => {
    // what is made next has a field of its own; leaving a field makes its change, and a finger leaves it only after the press
    if ((tool === 'city' || tool === 'link') && document.activeElement instanceof HTMLInputElement)
      document.activeElement.blur();
    fingers.current.set(event.pointerId, [event.clientX, event.clientY]);
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = sheet.at(event.clientX, event.clientY);
    if (fingers.current.size > 1 || event.button === 1) {
      setDrag({ kind: 'pan', city: '', start: at, at, moved: true });
      return;
    }
    const label = dataOf(event.target, 'label');
    const city = dataOf(event.target, 'city');
    const link = dataOf(event.target, 'link');
    const start = { start: at, at, moved: false };
    if (label !== null && tool === 'select') setDrag({ kind: 'label', city: label, ...start });
    else if (city !== null) {
      if (tool === 'link') setDrag({ kind: 'link', city, ...start });
      else if (tool === 'select' || tool === 'city') {
        const more = event.shiftKey || event.ctrlKey || event.metaKey;
        if (more || !selected.has(city)) editor.touch(city, more);
        setDrag({ kind: 'move', city, ...start });
      } else editor.touch(city, false);
    } else if (link !== null) {
      const [a = '', b = ''] = link.split(' ');
      if (tool === 'erase') editor.change(unlink(editor.board, a, b));
      else editor.pick(a, b);
    } else if (tool === 'city') setDrag({ kind: 'place', city: '', ...start });
    else setDrag({ kind: 'band', city: '', ...start });
  };

  const move = (event: PointerEvent<SVGSVGElement>): void => {
    const last = fingers.current.get(event.pointerId);
    const now = held.current;
    if (!now || !last) return;
    fingers.current.set(event.pointerId, [event.clientX, event.clientY]);
    if (now.kind === 'pan') {
      const [ax, ay] = sheet.at(last[0], last[1]);
      const [bx, by] = sheet.at(event.clientX, event.clientY);
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const was = Math.hypot(last[0] - other[0], last[1] - other[1]);
        const is = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
        sheet.zoom(is / Math.max(was, 1), sheet.at(other[0], other[1]));
      } else sheet.pan(bx - ax, by - ay);
      return;
    }
    const at = sheet.at(event.clientX, event.clientY);
    const moved = now.moved || Math.hypot(at[0] - now.start[0], at[1] - now.start[1]) > SLACK;
    setDrag({ ...now, at, moved });
  };

  const release = (event: PointerEvent<SVGSVGElement>): void => {
    fingers.current.delete(event.pointerId);
    setDrag(null);
  };

  const up = (event: PointerEvent<SVGSVGElement>): void => {
    const done = held.current;
    release(event);
    if (!done || done.kind === 'pan') return;
    const at = sheet.at(event.clientX, event.clientY);
    if (done.kind === 'place') editor.place(at[0], at[1]);
    else if (done.kind === 'move' && done.moved) editor.move(at[0] - done.start[0], at[1] - done.start[1], true);
    else if (done.kind === 'link') {
      const under = dataOf(document.elementFromPoint(event.clientX, event.clientY), 'city');
      if (done.moved && under !== null) editor.connect(done.city, under);
      else if (!done.moved) editor.touch(done.city, false);
    } else if (done.kind === 'label') {
      const [x, y] = placeOf(editor.board, done.city);
      if (done.moved) editor.change(setSide(editor.board, done.city, sideAt(at[0] - x, at[1] - y)));
      else editor.touch(done.city, false);
    } else if (done.kind === 'band') {
      const inside = (city: string): boolean => {
        const [x, y] = placeOf(editor.board, city);
        return (x - done.start[0]) * (x - at[0]) <= 0 && (y - done.start[1]) * (y - at[1]) <= 0;
      };
      const cities = citiesOf(editor.board)
        .map((city) => city.id)
        .filter(inside);
      if (done.moved) editor.select(cities, event.shiftKey);
      else editor.clear();
    }
  };

  // a new city's name is typed next: the browser must not take the focus to the sheet
  const keepFocus = (event: MouseEvent<SVGSVGElement>): void => {
    if (tool === 'city' && event.target === event.currentTarget) event.preventDefault();
  };

  const keys = (event: KeyboardEvent<SVGSVGElement>): void => {
    const arrow = ARROWS[event.key];
    const city = dataOf(event.target, 'city');
    const link = dataOf(event.target, 'link');
    if (arrow) {
      event.preventDefault();
      const by = event.shiftKey ? 10 : 1;
      if (tool === 'city' && selected.size === 0)
        editor.setCross([cross[0] + arrow[0] * by * GRID, cross[1] + arrow[1] * by * GRID]);
      else if (selected.size > 0) editor.move(arrow[0] * by, arrow[1] * by);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (link !== null) {
        const [a = '', b = ''] = link.split(' ');
        if (tool === 'erase') editor.change(unlink(editor.board, a, b));
        else editor.pick(a, b);
      } else if (city !== null) editor.touch(city, event.shiftKey);
      else if (tool === 'city') editor.place(cross[0], cross[1]);
    } else if (city !== null && tool === 'area' && /^[1-9]$/.test(event.key)) {
      // the number after the last one founds an area
      const number = Number(event.key) - 1;
      if (number <= editor.board.area.length) editor.paintCity(city, editor.board.area[number]?.id ?? null);
    } else return;
    event.stopPropagation();
  };

  const start = drag?.kind === 'link' ? drag.city : from;
  const marks = useMarks(editor, lifted, faults, start);
  const view: View = sheet.view;
  const viewBox = `${view.x} ${view.y} ${view.w} ${view.h}`;
  return (
    <>
      <svg className="ws-layer" viewBox={viewBox} aria-hidden="true">
        {editor.grid && (
          <defs>
            <pattern id="ws-grid" width={2 * GRID} height={2 * GRID} patternUnits="userSpaceOnUse">
              <circle cx={GRID} cy={GRID} r="0.9" className="ws-dot" />
            </pattern>
          </defs>
        )}
        {picture && <image href={picture.url} x={0} y={0} width={1000} height={760} opacity={picture.opacity} />}
        {editor.grid && <rect x={-3000} y={-3000} width={7000} height={7000} fill="url(#ws-grid)" />}
        <g opacity={picture ? 0.72 : 1}>
          <Areas shapes={shapes} k={k} />
        </g>
        <AreaNames shapes={shapes} names={names} k={k} />
        {marks.follow(board)}
        {drag?.kind === 'link' && drag.moved && start !== null && (
          <line
            x1={placeOf(board, start)[0]}
            y1={placeOf(board, start)[1]}
            x2={drag.at[0]}
            y2={drag.at[1]}
            className="link-lit"
            strokeWidth={4 * k}
          />
        )}
      </svg>
      <svg
        ref={svg}
        className={`ws-layer ws-sheet tool-${tool}`}
        viewBox={viewBox}
        role="group"
        aria-label={t('canvas')}
        tabIndex={0}
        onPointerDown={down}
        onMouseDown={keepFocus}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={release}
        onKeyDown={keys}
      >
        {marks.links}
        {marks.cities}
      </svg>
      <svg className="ws-layer ws-over" viewBox={viewBox} aria-hidden="true">
        <g transform={`translate(${dx} ${dy})`}>{marks.lifted}</g>
        {tool === 'city' && selected.size === 0 && (
          <path d={`M${cross[0] - 14} ${cross[1]}h28M${cross[0]} ${cross[1] - 14}v28`} className="ws-cross" />
        )}
        {drag?.kind === 'band' && drag.moved && (
          <rect
            x={Math.min(drag.start[0], drag.at[0])}
            y={Math.min(drag.start[1], drag.at[1])}
            width={Math.abs(drag.at[0] - drag.start[0])}
            height={Math.abs(drag.at[1] - drag.start[1])}
            className="ws-band"
          />
        )}
      </svg>
    </>
  );
}
