/** The workshop: draw a board, check it, play it, share it. Loaded when its address is opened. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { Pages } from '../frame/PageHeader';
import { Brand } from '../parts/Brand';
import type { FindingRow, WorkshopInfo } from '../protocol/schema';
import { go } from '../base/route';
import { small } from '../base/screen';
import { errorText } from '../text/errors';
import { workshop } from './api';
import { Canvas } from './Canvas';
import { Checks } from './Checks';
import { Console } from './Console';
import { LayerBar } from './LayerBar';
import { Lists } from './Lists';
import { citiesOf, placeOf, type BoardData } from './model';
import { opened } from './opening';
import { Preview } from './Preview';
import { Report, ReportFoot } from './Report';
import { ReportConsole } from './ReportConsole';
import { RulesForm } from './RulesForm';
import { keyOf, lastSaved, savedBoards } from './saved';
import { Field, Selection } from './Selection';
import { ShareDialog } from './ShareDialog';
import { Start } from './Start';
import { ToolIcon } from './ToolIcon';
import { Trace, type Picture } from './Trace';
import { useChecks } from './useChecks';
import { TOOL_KEYS, TOOLS, useEditor, type Tool } from './useEditor';
import { useSheet } from './useSheet';
import { useTrial } from './useTrial';
import { UseMap, type Layer } from './UseMap';
import { homeView, idOf } from './views';
import { useWords, word } from './words';
import './panels.css';
import './report.css';
import './dialogs.css';
import './workshop.css';

type Panel = 'rules' | 'lists' | 'preview' | 'share' | 'open' | null;
interface Open {
  key: string;
  board: BoardData;
}

const keyOfTool = (tool: Tool): string =>
  (Object.keys(TOOL_KEYS).find((key) => TOOL_KEYS[key] === tool) ?? '').toUpperCase();
const cityName = (number: number): string => word('city.new', { n: number });

export default function Workshop({ shared }: { shared: string }) {
  const t = useWords();
  const [open, setOpen] = useState<Open | null>(() => (shared === '' ? lastSaved() : null));
  const [info, setInfo] = useState<WorkshopInfo | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const start = useCallback((key: string, board: BoardData) => {
    setOpen({ key, board });
    setProblem(null);
  }, []);
  useEffect(() => {
    document.title = `${word('title')} · Kilowatt`;
    const fail = (error: unknown): void => {
      setProblem(errorText(error));
    };
    // one after another: the first answer sets the device's cookie
    workshop.info().then((answer) => {
      setInfo(answer);
      if (shared !== '')
        workshop.show(shared).then((row) => {
          const board = opened(row.board);
          start(keyOf(board), board);
        }, fail);
    }, fail);
  }, [shared, start]);
  return (
    <div className="workshop">
      {open ? (
        <Desk key={open.key} open={open} info={info} onOpen={start} />
      ) : (
        <>
          <header className="page-header">
            <Brand />
            <Pages />
            <h1 className="hidden-text">{t('title')}</h1>
          </header>
          <main className="ws-empty">
            {problem !== null && (
              <p className="refused" role="alert">
                {problem}
              </p>
            )}
            <Start onOpen={start} onClose={null} />
          </main>
        </>
      )}
    </div>
  );
}

function Desk({
  open,
  info,
  onOpen,
}: {
  open: Open;
  info: WorkshopInfo | null;
  onOpen: (key: string, board: BoardData) => void;
}) {
  const t = useWords();
  const editor = useEditor(open.board, open.key, cityName);
  const { board, tool } = editor;
  const { check, problem } = useChecks(editor);
  const [panel, setPanel] = useState<Panel>(null);
  const [reporting, setReporting] = useState(false);
  const [layer, setLayer] = useState<Layer>('use');
  const trying = useTrial(open.key);
  const { trial } = trying;
  const played = trial !== null && trial.done > 0;
  const useMap = reporting && played && layer !== 'costs';
  const [picture, setPicture] = useState<Picture | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const [home] = useState(() => homeView(open.board));
  const sheet = useSheet(svg, home);
  const count = citiesOf(board).length;
  const close = (): void => {
    setPanel(null);
  };
  const toCanvas = (): void => {
    editor.clear();
    svg.current?.focus();
  };
  const show = (row: FindingRow): void => {
    setLayer('costs');
    const [link] = row.links;
    const cities = [
      ...row.cities,
      ...board.area.filter((a) => row.areas.includes(a.id)).flatMap((a) => a.cities.map((c) => c.id)),
    ];
    if (link) editor.pick(link[0], link[1]);
    else editor.select(cities);
    const places = (link ? [link[0], link[1]] : cities).map((city) => placeOf(board, city));
    const middle = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
    if (places.length > 0) sheet.show(middle(places.map(([x]) => x)), middle(places.map(([, y]) => y)));
    svg.current?.focus();
  };

  useEffect(() => {
    const keys = (event: KeyboardEvent): void => {
      if (panel !== null || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement)
        return;
      const key = event.key.toLowerCase();
      const control = event.ctrlKey || event.metaKey;
      if (control && key === 'z') {
        event.preventDefault();
        (event.shiftKey ? editor.redo : editor.undo)();
      } else if (control && key === 'y') {
        event.preventDefault();
        editor.redo();
      } else if (control && key === 'a') {
        event.preventDefault();
        editor.select(citiesOf(editor.board).map((city) => city.id));
      } else if (control || event.altKey) return;
      else if (key === 'delete' || key === 'backspace') editor.erase();
      else if (key === 'escape') editor.clear();
      else if (key === '+' || key === '=') sheet.zoom(1.25);
      else if (key === '-') sheet.zoom(0.8);
      else if (key === '0') sheet.reset();
      else if (key === 'g') editor.setGrid(!editor.grid);
      else if (key === 'r') setReporting(true);
      else if (TOOL_KEYS[key]) {
        setReporting(false);
        editor.clear();
        editor.setTool(TOOL_KEYS[key]);
        if (!svg.current?.contains(document.activeElement)) svg.current?.focus();
      }
    };
    window.addEventListener('keydown', keys);
    return () => {
      window.removeEventListener('keydown', keys);
    };
  }, [editor, panel, sheet]);

  return (
    <>
      <header className="page-header ws-header">
        <Brand />
        <Pages />
        <h1 className="hidden-text">{t('title')}</h1>
        <span className="grow" />
        <span
          className={editor.saved ? 'aside ws-saved' : 'aside'}
          role="status"
          title={t(editor.saved ? 'saved' : 'not.saved')}
        >
          {t(editor.saved ? 'saved' : 'not.saved')}
        </span>
        <button type="button" className="tool" onClick={editor.undo} disabled={!editor.canUndo} aria-label={t('undo')}>
          <Icon name="undo" /> <span className="ws-word">{t('undo')}</span>
        </button>
        <button
          type="button"
          className="tool ws-redo"
          onClick={editor.redo}
          disabled={!editor.canRedo}
          aria-label={t('redo')}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          className="tool"
          onClick={() => {
            setPanel('open');
          }}
        >
          <Icon name="map" />
          <span className="ws-mine">{t('mine')}</span> <b className="ws-count">{savedBoards().length}</b>
        </button>
      </header>
      <main className="ws-desk">
        <nav className="panel ws-tools" aria-label={t('tools')}>
          {TOOLS.map((one) => (
            <button
              type="button"
              key={one}
              aria-pressed={!reporting && tool === one}
              onClick={() => {
                setReporting(false);
                editor.clear();
                editor.setTool(one);
              }}
            >
              <ToolIcon tool={one} />
              {t(`tool.${one}`)}
            </button>
          ))}
          <button
            type="button"
            aria-pressed={reporting}
            onClick={() => {
              editor.clear();
              setReporting(true);
            }}
          >
            <ToolIcon tool="report" />
            {t('tool.report')}
          </button>
        </nav>
        <section className="panel ws-canvas" aria-label={t('canvas')}>
          {small() && <p className="ws-phone">{t('phone')}</p>}
          {reporting ? (
            <LayerBar layer={layer} played={played} onLayer={setLayer} />
          ) : (
            <p className="ws-hint">
              <b>{t(`tool.${tool}`)}</b> {t(`hint.${tool}`)} <kbd aria-hidden="true">{keyOfTool(tool)}</kbd>
            </p>
          )}
          <div className="ws-surface">
            {useMap && <UseMap board={board} trial={trial} layer={layer} view={sheet.view} />}
            <div hidden={useMap}>
              <Canvas editor={editor} check={check} picture={picture} svg={svg} sheet={sheet} />
            </div>
            <div className="zoom">
              <button
                type="button"
                aria-label={t('zoom.in')}
                onClick={() => {
                  sheet.zoom(1.25);
                }}
              >
                +
              </button>
              <button
                type="button"
                aria-label={t('zoom.out')}
                onClick={() => {
                  sheet.zoom(0.8);
                }}
              >
                −
              </button>
            </div>
          </div>
          {reporting ? (
            played && <ReportFoot board={board} trial={trial} compare={info?.compare ?? []} />
          ) : (
            <div className="ws-foot">
              <label className="switch">
                {t('grid')}
                <input
                  type="checkbox"
                  role="switch"
                  checked={editor.grid}
                  onChange={(event) => {
                    editor.setGrid(event.target.checked);
                  }}
                />
              </label>
              <Trace picture={picture} onPicture={setPicture} />
              <button
                type="button"
                className="textual"
                onClick={() => {
                  setPanel('lists');
                }}
              >
                {t('lists')}
              </button>
            </div>
          )}
        </section>
        <aside className="ws-inspector">
          <section className="panel ws-panel" aria-label={t('board')}>
            <header>
              <h2>{board.title}</h2>
              <span className="aside">
                {t('size', { cities: count, links: board.connections.length, areas: board.area.length })}
              </span>
            </header>
            <div className="ws-row">
              <Field
                value={board.title}
                label={t('name')}
                onDone={(title) => {
                  editor.change({ ...board, title, id: idOf(title) });
                }}
              />
              <span className="ws-field">
                <span>{t('rules')}</span>
                <button
                  type="button"
                  disabled={!info}
                  onClick={() => {
                    setPanel('rules');
                  }}
                >
                  {info?.editions.find((row) => row.id === board.edition)?.title ?? board.edition}
                </button>
              </span>
            </div>
          </section>
          {reporting ? (
            <Report boardKey={open.key} board={board} check={check} trying={trying} />
          ) : (
            <Selection editor={editor} onCanvas={toCanvas} />
          )}
          <Checks board={board} check={check} problem={problem} onShow={show} onChange={editor.change} />
          {reporting ? (
            <ReportConsole board={board} check={check} trying={trying} />
          ) : (
            <Console
              board={board}
              check={check}
              onTry={() => {
                editor.clear();
                setReporting(true);
              }}
              onPreview={() => {
                setPanel('preview');
              }}
              onShare={() => {
                setPanel('share');
              }}
              onOpen={() => {
                setPanel('open');
              }}
            />
          )}
        </aside>
      </main>
      {panel === 'rules' && info && (
        <RulesForm editor={editor} info={info} check={check} problem={problem} onClose={close} />
      )}
      {panel === 'lists' && <Lists editor={editor} onClose={close} />}
      {panel === 'preview' && <Preview board={board} onClose={close} />}
      {panel === 'share' && info && <ShareDialog board={board} info={info} onClose={close} />}
      {panel === 'open' && (
        <Start
          onOpen={(key, next) => {
            close();
            go('/workshop', true);
            onOpen(key, next);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
