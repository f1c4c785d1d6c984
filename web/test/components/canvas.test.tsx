import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Canvas } from '../../src/workshop/Canvas';
import { addCity, blank, placeOf, type BoardData } from '../../src/workshop/model';
import { useEditor, type Editor, type Tool } from '../../src/workshop/useEditor';
import type { useSheet } from '../../src/workshop/useSheet';
import './kit';

let editor: Editor;

/** The canvas with two cities, on a sheet whose points are those of the screen. */
function Sheet({ board, tool }: { board: BoardData; tool: Tool }) {
  const svg = useRef<SVGSVGElement>(null);
  editor = useEditor(board, 'k', String);
  if (editor.tool !== tool) editor.setTool(tool);
  const sheet: ReturnType<typeof useSheet> = {
    view: { x: 0, y: 0, w: 1000, h: 760 },
    at: (x: number, y: number): [number, number] => [x, y],
    zoom: vi.fn(),
    pan: vi.fn(),
    show: vi.fn(),
    reset: vi.fn(),
  };
  return <Canvas editor={editor} check={null} picture={null} svg={svg} sheet={sheet} />;
}

function draw(tool: Tool): { a: string; b: string } {
  const [one, a] = addCity(blank('Two'), 100, 100, null, 'Arn');
  const [two, b] = addCity(one, 300, 300, one.area[0]?.id ?? null, 'Bel');
  render(<Sheet board={two} tool={tool} />);
  return { a, b };
}

const city = (id: string): Element => {
  const found = document.querySelector(`[data-city="${id}"]`);
  if (!found) throw new Error(`there is no city ${id}`);
  return found;
};

/** What a slow device does: the pointer has moved and lifted before React has drawn the move. */
async function quickly(target: Element, ...steps: [string, number, number][]): Promise<void> {
  const acting = vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  for (const [type, x, y] of steps) {
    target.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: x, clientY: y, bubbles: true }));
    await Promise.resolve(); // a press is drawn at once, after its event
  }
  acting.unstubAllGlobals();
  await act(async () => {});
}

beforeEach(() => {
  localStorage.clear();
  Element.prototype.setPointerCapture = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a drag that is over before it is drawn', () => {
  it('moves the city', async () => {
    const { b } = draw('select');
    await quickly(city(b), ['pointerdown', 300, 300], ['pointermove', 400, 350], ['pointerup', 400, 350]);
    expect(placeOf(editor.board, b)).toEqual([400, 350]);
  });

  it('links two cities', async () => {
    const { a, b } = draw('link');
    document.elementFromPoint = () => city(b);
    await quickly(city(a), ['pointerdown', 100, 100], ['pointermove', 200, 200], ['pointerup', 300, 300]);
    expect(editor.board.connections).toHaveLength(1);
  });

  it('changes nothing where the browser takes the finger away', async () => {
    const { b } = draw('select');
    await quickly(city(b), ['pointerdown', 300, 300], ['pointermove', 400, 350]);
    await quickly(city(b), ['pointercancel', 0, 0]);
    expect(placeOf(editor.board, b)).toEqual([300, 300]);
  });
});

describe('a drag', () => {
  it('shows the city, its link and its area where the pointer is, and keeps the focus', () => {
    const { a, b } = draw('select');
    act(() => {
      editor.connect(a, b);
    });
    const path = (): string => document.querySelector('path.area')?.getAttribute('d') ?? '';
    const before = path();
    const hit = city(b).querySelector<SVGElement>('.hit');
    hit?.focus();
    fireEvent.pointerDown(city(b), { pointerId: 1, clientX: 300, clientY: 300 });
    fireEvent.pointerMove(city(b), { pointerId: 1, clientX: 400, clientY: 350 });
    const over = document.querySelector('.ws-over g');
    expect(over?.getAttribute('transform')).toBe('translate(100 50)');
    expect(over?.querySelector('text')?.textContent).toBe('Bel');
    const ends = [...document.querySelectorAll('line')].map((line) => line.getAttribute('x2'));
    expect(ends).toContain('400');
    expect(path()).not.toBe(before);
    expect(city(b).getAttribute('class')).toContain('lifted');
    expect(document.activeElement).toBe(hit);
    fireEvent.pointerUp(city(b), { pointerId: 1, clientX: 400, clientY: 350 });
    expect(city(b).getAttribute('class')).not.toContain('lifted');
    expect(document.querySelector('.ws-over text')).toBeNull();
  });
});

describe('a new city', () => {
  const sheet = (): Element => document.querySelector('.ws-sheet') ?? document.body;

  it('is set where the pointer lifts, and its name can be typed at once', () => {
    draw('city');
    fireEvent.pointerDown(sheet(), { pointerId: 1, clientX: 500, clientY: 500 });
    expect(fireEvent.mouseDown(sheet())).toBe(false);
    expect(document.querySelectorAll('[data-city]')).toHaveLength(2);
    fireEvent.pointerUp(sheet(), { pointerId: 1, clientX: 500, clientY: 500 });
    expect(document.querySelectorAll('[data-city]')).toHaveLength(3);
  });

  it('is not set by two fingers that move the sheet', () => {
    draw('city');
    for (const finger of [1, 2]) fireEvent.pointerDown(sheet(), { pointerId: finger, clientX: 500, clientY: 500 });
    for (const finger of [1, 2]) fireEvent.pointerUp(sheet(), { pointerId: finger, clientX: 500, clientY: 500 });
    expect(document.querySelectorAll('[data-city]')).toHaveLength(2);
  });
});
