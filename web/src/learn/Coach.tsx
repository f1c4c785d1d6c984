/** The coach of a lesson: shows the bubble of the step the game is at, lights what it needs, and answers slips. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Hand } from './icons';
import { standing } from '../net/standing';
import { anchors, find, onAnchors, useAnchor } from '../base/anchors';
import type { Tab } from '../state/places';
import { usePlay, type Play } from '../state/play';
import { bestRun } from '../state/prepare';
import { rows } from '../state/play';
import { coarse } from '../base/screen';
import { useStoreKey } from '../base/store';
import { sayCode } from '../text';
import type { Args } from '../text/fill';
import { tabOf } from './anchors';
import { Bubble } from './Bubble';
import { Goal } from './Goal';
import { allowed, follows, slip, stepAt, type Deed, type Lesson, type Slip, type Step } from './lesson';
import { OrderPicture } from './OrderPicture';
import { PlantPicture } from './PlantPicture';
import { noteDone, noteTable, useProgress } from './progress';
import { useLearnText, type SayLearn } from './text';
import { TokenPicture } from './TokenPicture';
import { dress, point, veil } from './veil';

interface Props {
  name: 'first' | 'cards';
  lesson: Lesson;
  tab: Tab;
  onTab: (tab: Tab) => void;
  onAdvise: () => void;
}

/** Anchors inside the console; at the others a phone shows no more of it than its title. */
const CONSOLE = new Set(['console', 'primary', 'end']);

/** Figures of the moment that the texts use. */
function facts({ game, board, names, menu, me, plants }: Play, step: Step, button: string, t: SayLearn): Args {
  const own = me === null ? undefined : game.seats[me];
  const runs = rows(menu, 'run');
  const plant = step.picture === undefined ? undefined : plants.get(step.picture);
  return {
    tap: t(coarse() ? 'tap' : 'click'),
    end: board.end_at,
    step2: board.step2_at,
    money: own?.money ?? 0,
    name: names[game.auction?.seat ?? -1] ?? '',
    offered: game.auction?.bid ?? 0,
    least: game.auction?.least ?? 0,
    earns: runs[bestRun(runs)]?.income ?? own?.earns ?? 0,
    fuel: sayCode('fuel', plant?.fuels[0] ?? ''),
    button,
    ...step.args,
  };
}

/** What was touched by mistake, in words. */
function touched({ plants, board }: Play, { kind, id }: Slip, t: SayLearn): string {
  const city = board.cities.find((one) => one.id === id)?.name ?? id;
  const fuel = sayCode('fuel', id.slice(id.indexOf('/') + 1));
  return t(`slip.${kind}`, { number: plants.get(id)?.number ?? id, city, fuel, bid: id });
}

/** What I have done in this game, in order. */
function useDeeds({ entries, me }: Play): readonly Deed[] | null {
  return useMemo(() => {
    if (entries.length > 0 && entries[0]?.seq !== 1) return null;
    return standing(entries).flatMap(({ action }) =>
      action && 'seat' in action && action.seat === me ? [action as unknown as Deed] : [],
    );
  }, [entries, me]);
}

/** Single letters and undo would lead away from the lesson. */
function useQuietKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const writing = event.target instanceof Element && event.target.matches('input, select, textarea');
      const letter = /^[a-z?]$/i.test(event.key) && !event.altKey;
      if (letter && !writing && document.querySelector('dialog:modal') === null) event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', press, true);
    return () => {
      window.removeEventListener('keydown', press, true);
    };
  }, []);
}

export function Coach({ name, lesson, tab, onTab, onAdvise }: Props) {
  const t = useLearnText();
  const play = usePlay();
  const { session, table, menu, draft, change, busy, past } = play;
  const { steps } = lesson;
  const mark = useProgress().tables[table.code] ?? { read: -1, left: false };
  const earlier = useStoreKey(session.live, 'earlier');
  const deeds = useDeeds(play);
  const lost = deeds === null || !follows(steps, deeds);
  const now = deeds === null ? steps.length : stepAt(steps, deeds, draft, mark.read);
  const over = lost || now >= steps.length || mark.left || past !== null || table.state !== 'playing';
  const active = !over && !earlier;
  return active && deeds ? (
    <Active
      key={table.code}
      {...{ name, lesson, tab, onTab, onAdvise, deeds, now, play, t }}
      mine={menu !== null && !busy}
      onSlip={change}
      onRead={(at) => {
        noteTable(table.code, { read: at });
        if (at === steps.length - 1) noteDone(name, ...taught(steps));
      }}
      onLeave={() => {
        noteTable(table.code, { left: true });
      }}
    />
  ) : null;
}

/** The tips that a lesson makes needless: those of the decisions it went through. */
const taught = (steps: readonly Step[]): string[] =>
  steps.flatMap(({ act }) => (act ?? []).map(({ type }) => `tip ${type}`));

interface ActiveProps extends Props {
  deeds: readonly Deed[];
  now: number;
  play: Play;
  t: SayLearn;
  mine: boolean;
  onSlip: (part: Slip['change']) => void;
  onRead: (index: number) => void;
  onLeave: () => void;
}

/** Keeps the session and the draft to the lesson; gives what to say about a slip. */
function useGuard({ lesson, deeds, now, play, mine, onSlip, t }: ActiveProps): string {
  const [said, setSaid] = useState({ at: -1, text: '' });
  const { steps } = lesson;
  const { session, draft } = play;
  const wrong = mine ? slip(steps, now, draft) : null;
  useEffect(() => {
    if (wrong === null) return;
    onSlip(wrong.change);
    setSaid({ at: now, text: touched(play, wrong, t) });
    // one slip, one answer: what else changes with it does not matter
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [wrong?.kind, wrong?.id]);
  useEffect(() => {
    session.led = true;
    session.guard = (actions) => {
      const fine = allowed(steps, now, deeds, actions as unknown as Deed[]);
      if (!fine) setSaid({ at: now, text: t(`${steps[now]?.key ?? ''}.slip`, steps[now]?.args) || t('slip.act') });
      return fine;
    };
    return () => {
      session.guard = () => true;
      session.led = false;
    };
  }, [session, steps, now, deeds, t]);
  return said.at === now ? said.text : '';
}

/** What is written on the button pointed at: the text quotes it, and a price on it may come later. */
function useLabel(anchor: string | null): string {
  const element = useAnchor(anchor ?? '');
  const [label, setLabel] = useState('');
  useLayoutEffect(() => {
    const read = (): void => {
      setLabel(element?.textContent?.trim() ?? '');
    };
    read();
    if (element === null) return;
    const written = new MutationObserver(read);
    written.observe(element, { characterData: true, childList: true, subtree: true });
    return () => {
      written.disconnect();
    };
  }, [element]);
  return label;
}

/** A press on what the bubble points at is for the bubble alone. */
function usePress(anchor: string | null, done: () => void): void {
  const element = useAnchor(anchor ?? '');
  const last = useRef(done);
  last.current = done;
  useEffect(() => {
    if (anchor === null || element === null) return;
    const press = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
      last.current();
    };
    element.addEventListener('click', press, true);
    return () => {
      element.removeEventListener('click', press, true);
    };
  }, [anchor, element]);
}

function Active(props: ActiveProps) {
  const { name, lesson, tab, onTab, onAdvise, now, play, t, mine, onRead, onLeave } = props;
  const { steps, count } = lesson;
  const [shown, setShown] = useState({ now, at: now });
  const [hidden, setHidden] = useState(-1);
  const at = shown.now === now ? shown.at : now;
  const step = steps[at];
  const said = useGuard(props);
  useQuietKeys();

  const back = at < now;
  const waiting = !back && !mine && step?.read !== true;
  const anchor = step === undefined || waiting ? null : step.anchor;
  const lit = useMemo(
    () => (waiting ? ['all'] : [step?.anchor ?? '', ...(step?.lit ?? []), 'console', 'me', `tab:${tab}`]),
    [waiting, step, tab],
  );
  useLayoutEffect(() => {
    const work = (): void => {
      dress(lit.includes('all') && !waiting ? `${name} all` : name, !waiting && !CONSOLE.has(anchor ?? ''));
      veil(lit);
      point(anchor === null ? null : find(anchor));
    };
    work();
    return onAnchors(work);
  }, [name, lit, anchor, waiting]);
  const label = useLabel(anchor);
  usePress(step?.press === true && !back ? anchor : null, () => {
    onRead(now);
  });
  const calm = !waiting && anchor !== null && !CONSOLE.has(anchor);
  const console = useAnchor('console');
  useEffect(
    () => () => {
      dress(null);
    },
    [],
  );
  const wanted = anchor === null ? null : tabOf(anchor);
  useEffect(() => {
    if (wanted !== null && wanted !== tab) onTab(wanted);
  }, [wanted, tab, onTab]);

  const target = useCallback(() => (anchor === null ? null : find(anchor)), [anchor]);
  const keep = useCallback(
    () =>
      lit.flatMap((one) => {
        if (one === 'all') return waiting ? [] : anchors('unit');
        return one === 'me' || one.startsWith('tab:') || (calm && one === 'console') ? [] : (find(one) ?? []);
      }),
    [lit, waiting, calm],
  );
  if (step === undefined) return null;
  const args = facts(play, step, label, t);
  const text = waiting ? t(`${step.key}.wait`, args) || t('wait') : t(`${step.key}.text`, args);
  const title = waiting ? t('wait.title') : t(`${step.key}.title`, args);
  const aside = t('count', { n: step.lesson, of: count });
  return (
    <>
      <Goal
        name={name}
        step={step.lesson}
        count={count}
        onShow={() => {
          setHidden(-1);
        }}
        onLeave={onLeave}
      />
      {calm &&
        console !== null &&
        createPortal(
          <p className="coach-calm">
            <b>{t('calm')}</b> <span>{t('calm.why')}</span>
          </p>,
          console,
        )}
      <p className="hidden" aria-live="polite">
        {`${title}. ${text} ${waiting || step.read ? '' : t(`${step.key}.do`, args)} ${said}`}
      </p>
      {hidden !== now &&
        createPortal(
          <Bubble
            title={title}
            aside={aside}
            at={target}
            keep={keep}
            calm={calm}
            about={waiting ? `${step.key}.wait` : step.key}
            onHide={() => {
              setHidden(now);
            }}
          >
            {step.picture !== undefined && !waiting && <PlantPicture id={step.picture} t={t} />}
            <p>{text}</p>
            {step.scene === 'order' && !waiting && <OrderPicture t={t} />}
            {step.scene === 'token' && !waiting && <TokenPicture t={t} />}
            {said !== '' && !waiting && (
              <p className="coach-slip" role="status">
                {said}
              </p>
            )}
            <footer>
              {waiting ? null : back || (step.read === true && step.press !== true) ? (
                <button
                  type="button"
                  className="primary"
                  onClick={() => {
                    if (back) setShown({ now, at: at + 1 });
                    else onRead(now);
                  }}
                >
                  {(!back && t(`${step.key}.do`, args)) || t('next')}
                </button>
              ) : (
                <p className="coach-do">
                  <Hand /> {t(`${step.key}.do`, args)}
                </p>
              )}
              {!back && !waiting && now === steps.length - 1 && (
                <button
                  type="button"
                  onClick={() => {
                    onRead(now);
                    onAdvise();
                  }}
                >
                  {t('advise')}
                </button>
              )}
              {at > 0 && (
                <button
                  type="button"
                  onClick={() => {
                    setShown({ now, at: at - 1 });
                  }}
                >
                  {t('back')}
                </button>
              )}
            </footer>
          </Bubble>,
          document.body,
        )}
    </>
  );
}
