/** My boards and new ones: blank, a copy of one of ours, a file, a list of cities. */
import { useEffect, useState } from 'react';
import { api } from '../net/api';
import { Dialog } from '../parts/Dialog';
import { FileButton } from '../parts/FileButton';
import type { RulesetRow } from '../protocol/schema';
import { errorText } from '../text/errors';
import { gameTitle } from '../text/titles';
import { workshop } from './api';
import { Gallery } from './Gallery';
import { blank, citiesOf, type BoardData } from './model';
import { opened, openedCopy } from './opening';
import { forget, newKey, savedBoards, type Saved } from './saved';
import { useWords } from './words';

interface StartProps {
  onOpen: (key: string, board: BoardData) => void;
  onClose: (() => void) | null;
}

const FILE_MOST = 200_000;

function Choices({ onOpen }: Pick<StartProps, 'onOpen'>) {
  const t = useWords();
  const [mine, setMine] = useState<Saved[]>(savedBoards);
  const [sets, setSets] = useState<RulesetRow[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    api.rulesets().then(
      (rows) => {
        setSets(rows.filter((row) => row.board !== '' && !row.composed));
      },
      () => undefined,
    );
  }, []);
  const fail = (error: unknown): void => {
    setProblem(errorText(error));
  };
  const read = (first: File, kind: 'toml' | 'csv'): void => {
    setProblem(null);
    if (first.size > FILE_MOST) {
      setProblem(t('start.large'));
      return;
    }
    first
      .text()
      .then((text) => workshop.open(text, kind, first.name.replace(/\.[^.]*$/, '')))
      .then((answer) => {
        onOpen(newKey(), opened(answer.board));
      })
      .catch(fail);
  };
  return (
    <div className="ws-start">
      {problem !== null && (
        <p className="refused" role="alert">
          {problem}
        </p>
      )}
      <div className="ws-ways">
        <button
          type="button"
          className="primary"
          onClick={() => {
            onOpen(newKey(), blank(t('untitled')));
          }}
        >
          {t('start.blank')}
        </button>
        <FileButton
          label={t('start.file')}
          accept=".toml"
          onFile={(file) => {
            read(file, 'toml');
          }}
        />
        <span className="ws-file">
          <FileButton
            label={t('start.csv')}
            accept=".csv,.txt"
            onFile={(file) => {
              read(file, 'csv');
            }}
          />
          <small>{t('start.csv.why')}</small>
        </span>
      </div>
      {mine.length > 0 && (
        <>
          <h3>{t('start.mine')}</h3>
          <ul>
            {mine.map((row) => (
              <li key={row.key}>
                <button
                  type="button"
                  className="ws-open"
                  onClick={() => {
                    onOpen(row.key, row.board);
                  }}
                >
                  <b>{row.board.title}</b>
                  <small>{t('start.size', { cities: citiesOf(row.board).length, areas: row.board.area.length })}</small>
                </button>
                <button
                  type="button"
                  aria-label={t('lists.remove', { what: row.board.title })}
                  onClick={() => {
                    forget(row.key);
                    setMine(savedBoards());
                  }}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <Gallery onOpen={onOpen} onFail={fail} />
      <h3>{t('start.copy')}</h3>
      <ul className="ws-copies">
        {sets.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className="ws-open"
              onClick={() => {
                workshop
                  .copy(row.id)
                  .then((answer) => openedCopy(answer.board))
                  .then((board) => {
                    onOpen(newKey(), board);
                  })
                  .catch(fail);
              }}
            >
              {gameTitle(row.id, row.title)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Start({ onOpen, onClose }: StartProps) {
  const t = useWords();
  return onClose ? (
    <Dialog title={t('mine')} onClose={onClose} wide>
      <Choices onOpen={onOpen} />
    </Dialog>
  ) : (
    <section className="panel ws-panel ws-first">
      <h2>{t('start.title')}</h2>
      <p>{t('start.what')}</p>
      <Choices onOpen={onOpen} />
    </section>
  );
}
