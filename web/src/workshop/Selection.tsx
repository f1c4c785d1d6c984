/** The panel of what is selected: a city, several, a link, or what the tool waits for. */
import { useEffect, useRef, useState } from 'react';
import { entryOf, noStart, withEntry, withNoStart } from './building';
import { usualCost, usualRange } from './costs';
import {
  areaOf,
  link,
  nameOf,
  renameArea,
  renameCity,
  sameLink,
  setSide,
  tintArea,
  tintOf,
  type BoardData,
} from './model';
import { TINTS } from '../boards/layout';
import { NumberCell } from './NumberCell';
import { placeLabels } from './shape';
import type { Editor } from './useEditor';
import { useWords } from './words';

const SIDES = ['nw', 'n', 'ne', 'w', '', 'e', 'sw', 's', 'se'] as const;
const MOST = 99;
const LONGEST = 32;

/** A text that is changed as a whole: when it is left or Enter is pressed, as one step of undo. */
export function Field(p: {
  value: string;
  label: string;
  fresh?: number;
  onDone: (value: string) => void;
  onEnter?: () => void;
}) {
  const [text, setText] = useState(p.value);
  const box = useRef<HTMLInputElement>(null);
  const { value, fresh } = p;
  useEffect(() => {
    setText(value);
  }, [value]);
  useEffect(() => {
    if (fresh) {
      box.current?.focus();
      box.current?.select();
    }
  }, [fresh]);
  const done = (): void => {
    const next = text.trim().slice(0, LONGEST);
    if (next !== '' && next !== value) p.onDone(next);
    else setText(value);
  };
  return (
    <label className="ws-field">
      <span>{p.label}</span>
      <input
        ref={box}
        value={text}
        maxLength={LONGEST}
        onChange={(event) => {
          setText(event.target.value);
        }}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // leaving the field makes the change
            event.currentTarget.blur();
            p.onEnter?.();
          } else if (event.key === 'Escape') setText(value);
          event.stopPropagation();
        }}
      />
    </label>
  );
}

interface Made {
  editor: Editor;
  fresh: number;
  onCanvas: () => void;
}

function CityPanel({ editor, fresh, city, onCanvas }: Made & { city: string }) {
  const t = useWords();
  const { board } = editor;
  const name = nameOf(board, city);
  const side = board.layout.cities[city]?.[2] ?? 'e';
  return (
    <>
      <header>
        <h2>{name}</h2>
        <span className="aside">{areaOf(board, city)?.name}</span>
      </header>
      <Field
        value={name}
        label={t('name')}
        fresh={fresh}
        onDone={(value) => {
          editor.change(placeLabels(renameCity(board, city, value), new Set([city])));
        }}
        onEnter={onCanvas}
      />
      <AreaPick editor={editor} />
      <fieldset className="ws-sides">
        <legend>{t('label.side')}</legend>
        {SIDES.map((one) => (
          <button
            type="button"
            key={one}
            aria-pressed={side === one}
            aria-label={t(`side.${one === '' ? 'none' : one}`)}
            onClick={() => {
              editor.change(setSide(board, city, one));
            }}
          />
        ))}
      </fieldset>
      <label className="ws-field">
        <span>{t('build.entry')}</span>
        <NumberCell
          label={t('build.entry')}
          value={entryOf(board, city) || null}
          onChange={(value) => {
            editor.change(withEntry(board, city, value));
          }}
        />
      </label>
      <label className="ws-check">
        <input
          type="checkbox"
          checked={noStart(board, city)}
          onChange={(event) => {
            editor.change(withNoStart(board, city, event.target.checked));
          }}
        />{' '}
        {t('build.no_start')}
      </label>
    </>
  );
}

/** Choose the area of what is selected. */
export function AreaPick({ editor }: { editor: Editor }) {
  const t = useWords();
  const { board, selected } = editor;
  const homes = new Set([...selected].map((city) => areaOf(board, city)?.id));
  return (
    <fieldset className="ws-areas">
      <legend>{t('area')}</legend>
      {board.area.map((area, index) => (
        <button
          type="button"
          key={area.id}
          className={`ws-swatch swatch-${tintOf(board, area.id)}`}
          aria-pressed={selected.size > 0 ? homes.size === 1 && homes.has(area.id) : editor.area === area.id}
          aria-label={`${index + 1} ${area.name}`}
          onClick={() => {
            if (selected.size > 0) editor.paintSelected(area.id);
            else editor.setArea(area.id);
          }}
        >
          {index + 1}
        </button>
      ))}
      <button
        type="button"
        className="ws-swatch"
        aria-pressed={selected.size === 0 && editor.area === null}
        onClick={() => {
          if (selected.size > 0) editor.paintSelected(null);
          else editor.setArea(null);
        }}
      >
        {t('area.new')}
      </button>
    </fieldset>
  );
}

function LinkPanel({ editor, fresh, a, b, onCanvas }: Made & { a: string; b: string }) {
  const t = useWords();
  const box = useRef<HTMLInputElement>(null);
  const { board } = editor;
  const cost = board.connections.find((row) => sameLink(row, a, b))?.[2] ?? 0;
  const [text, setText] = useState(String(cost));
  useEffect(() => {
    setText(String(cost));
  }, [cost, a, b]);
  useEffect(() => {
    if (fresh) {
      box.current?.focus();
      box.current?.select();
    }
  }, [fresh]);
  const put = (value: number): void => {
    if (Number.isInteger(value) && value >= 0 && value <= MOST && value !== cost)
      editor.change(link(board, a, b, value));
    else setText(String(cost));
  };
  const [low, high] = usualRange(usualCost(board, a, b));
  return (
    <>
      <header>
        <h2>{t('link')}</h2>
        <span className="aside">{t('link.between', { a: nameOf(board, a), b: nameOf(board, b) })}</span>
      </header>
      <div className="ws-cost">
        <button
          type="button"
          aria-label={t('cost.less')}
          onClick={() => {
            put(cost - 1);
          }}
        >
          −
        </button>
        <input
          ref={box}
          inputMode="numeric"
          aria-label={t('cost')}
          value={text}
          onChange={(event) => {
            setText(event.target.value.replace(/\D/g, '').slice(0, 2));
          }}
          onBlur={() => {
            put(Number(text));
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.currentTarget.blur();
              onCanvas();
            }
            event.stopPropagation();
          }}
        />
        <button
          type="button"
          aria-label={t('cost.more')}
          onClick={() => {
            put(cost + 1);
          }}
        >
          +
        </button>
        <small>{t('cost.hint', { low, high })}</small>
      </div>
      <button type="button" className="ws-remove" onClick={editor.erase}>
        {t('link.remove')}
      </button>
    </>
  );
}

function AreaPanel({ editor, board, id }: { editor: Editor; board: BoardData; id: string }) {
  const t = useWords();
  const area = board.area.find((one) => one.id === id);
  if (!area) return null;
  return (
    <>
      <Field
        value={area.name}
        label={t('area.name')}
        onDone={(value) => {
          editor.change(renameArea(board, id, value));
        }}
      />
      <fieldset className="ws-areas">
        <legend>{t('area.colour')}</legend>
        {TINTS.map((tint) => (
          <button
            type="button"
            key={tint}
            className={`ws-swatch swatch-${tint}`}
            aria-pressed={tintOf(board, id) === tint}
            aria-label={t(`tint.${tint}` as 'tint.red')}
            onClick={() => {
              editor.change(tintArea(board, id, tint));
            }}
          />
        ))}
      </fieldset>
    </>
  );
}

export function Selection({ editor, onCanvas }: { editor: Editor; onCanvas: () => void }) {
  const t = useWords();
  const { board, selected, picked, tool } = editor;
  const [only] = selected;
  // what has just been made takes the focus, once; each thing has a panel of its own, so that all of its text is selected
  const handled = useRef(editor.fresh);
  const fresh = editor.fresh === handled.current ? 0 : editor.fresh;
  useEffect(() => {
    handled.current = editor.fresh;
  }, [editor.fresh]);
  return (
    <section className="panel ws-panel" aria-label={t('selection')}>
      {picked ? (
        <LinkPanel
          key={picked.join(' ')}
          editor={editor}
          fresh={fresh}
          a={picked[0]}
          b={picked[1]}
          onCanvas={onCanvas}
        />
      ) : selected.size === 1 && only !== undefined && tool !== 'link' ? (
        <CityPanel key={only} editor={editor} fresh={fresh} city={only} onCanvas={onCanvas} />
      ) : selected.size > 1 ? (
        <>
          <header>
            <h2>{t('selected', { n: selected.size })}</h2>
          </header>
          <AreaPick editor={editor} />
          <button type="button" className="ws-remove" onClick={editor.erase}>
            {t('remove')}
          </button>
        </>
      ) : tool === 'area' || tool === 'city' ? (
        <>
          <header>
            <h2>{t('area.next')}</h2>
          </header>
          <AreaPick editor={editor} />
          {editor.area !== null && <AreaPanel editor={editor} board={board} id={editor.area} />}
        </>
      ) : (
        <p className="empty">{t(`hint.${tool}`)}</p>
      )}
    </section>
  );
}
