/** The head of a real table: where the game stands, undo, other devices, and what else can be done with it. */
import { useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { api } from '../net/api';
import { Brand } from '../parts/Brand';
import { Dialog, Question } from '../parts/Dialog';
import { go } from '../base/route';
import { isSite } from '../base/site';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { gameTitle } from '../text/titles';
import { useReal } from './context';
import { Phones } from './Phones';
import { RecordLink } from '../parts/RecordLink';

export function Head({ onRules }: { onRules: () => void }) {
  const t = useText();
  const { table, game, sheet, view, names, change, busy, queue, away } = useReal();
  const [open, setOpen] = useState<'phones' | 'menu' | 'end' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const close = (): void => {
    setOpen(null);
  };
  const fail = (error: unknown): void => {
    setProblem(errorText(error));
  };
  // without a network what waits here can be taken back, and nothing else
  const last = (away ? queue : sheet).lines.length - 1;
  const online = (): void => {
    const seats = names.map((name, seat) =>
      seat === 0 ? { kind: 'person' as const, name } : { kind: 'open' as const },
    );
    api.fork(table.code, { seq: view.seq, seats }).then((made) => {
      go(`/t/${made.table.code}`);
    }, fail);
  };
  const end = async (): Promise<void> => {
    for (const seat of names.keys()) await api.agree(table.code, true, seat);
  };
  return (
    <header className="real-head">
      <Brand />
      <div className="real-title">
        <h1>{t('real')}</h1>
        <small>
          {gameTitle(table.ruleset, table.title)} · {t('header.players', { n: names.length })}
        </small>
      </div>
      <div className="real-round">
        <b>{t('real.round', { n: game.round })}</b>
        <small>{t('real.step', { n: game.step })}</small>
      </div>
      <button
        type="button"
        aria-disabled={busy || last < 0}
        onClick={() => {
          if (busy || last < 0) return;
          if (away) queue.drop(last);
          else change([{ at: last, line: null }]);
        }}
      >
        <Icon name="undo" /> {t('undo')}
      </button>
      {!isSite && (
        <button
          type="button"
          className="real-more"
          onClick={() => {
            setOpen('phones');
          }}
        >
          <Icon name="people" /> <span>{t('real.phones')}</span>
        </button>
      )}
      <button
        type="button"
        aria-label={t('menu')}
        onClick={() => {
          setOpen('menu');
        }}
      >
        <Icon name="menu" />
      </button>
      {open === 'phones' && <Phones onClose={close} />}
      {open === 'menu' && (
        <Dialog title={t('menu')} onClose={close}>
          <p>{t('real.about')}</p>
          <div className="real-picks">
            {!isSite && (
              <button
                type="button"
                onClick={() => {
                  setOpen('phones');
                }}
              >
                {t('real.phones')}
              </button>
            )}
            <button
              type="button"
              onClick={() => {
                close();
                onRules();
              }}
            >
              {t('rules')}
            </button>
            {!isSite && (
              <button type="button" onClick={online}>
                {t('real.online')}
              </button>
            )}
            <RecordLink code={table.code}>{t('real.record')}</RecordLink>
            <button
              type="button"
              onClick={() => {
                setOpen('end');
              }}
            >
              {t('real.end')}
            </button>
          </div>
          {problem !== null && <p role="alert">{problem}</p>}
        </Dialog>
      )}
      {open === 'end' && (
        <Question
          title={t('real.end')}
          text={t('real.end.text')}
          yes={t('real.end.yes')}
          no={t('real.ends.no')}
          onYes={() => {
            close();
            end().catch(fail);
          }}
          onNo={close}
        />
      )}
    </header>
  );
}
