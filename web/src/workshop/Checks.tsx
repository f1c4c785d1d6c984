/** The checks, worst first, each with what it means and where it is; and how fair the starts are. */
import type { BoardCheck, FindingRow } from '../protocol/schema';
import { Icon } from '../glyphs/glyphs';
import { mended } from './mend';
import { tintOf, type BoardData } from './model';
import { useWords } from './words';

const MANY = 6;

interface LineProps {
  row: FindingRow;
  onShow: ((row: FindingRow) => void) | null;
  /** Takes it out of the board, where that can be done. */
  onMend?: (() => void) | null;
}

export function Line({ row, onShow, onMend = null }: LineProps) {
  const t = useWords();
  const places = row.cities.length + row.areas.length + row.links.length > 0;
  return (
    <li className={`ws-finding level-${row.level}`}>
      <span className="ws-level" aria-hidden="true">
        {row.level === 'fix' ? '×' : row.level === 'look' ? '!' : <Icon name="check" />}
      </span>
      <span>
        <span className="hidden">{t(`level.${row.level}`)}: </span>
        {row.text}
        {row.level !== 'fine' && row.remedy !== '' && <small>{row.remedy}</small>}
      </span>
      {onShow && places && row.level !== 'fine' && (
        <button
          type="button"
          aria-label={t('show.spoken', { text: row.text })}
          onClick={() => {
            onShow(row);
          }}
        >
          {t('show')}
        </button>
      )}
      {onMend && (
        <button type="button" className="ws-mend" aria-label={t('mend.spoken', { text: row.text })} onClick={onMend}>
          {t('mend')}
        </button>
      )}
    </li>
  );
}

export function Checks(p: {
  board: BoardData;
  check: BoardCheck | null;
  problem: string | null;
  onShow: (row: FindingRow) => void;
  onChange: (board: BoardData) => void;
}) {
  const t = useWords();
  const { board, check } = p;
  const rows = check?.findings ?? [];
  const line = (row: FindingRow, index: number) => {
    const next = mended(board, row);
    const mend =
      next &&
      (() => {
        p.onChange(next);
      });
    return <Line key={`${row.code}${index}`} row={row} onShow={p.onShow} onMend={mend} />;
  };
  const most = Math.max(1, ...Object.values(check?.starts ?? {}).map((cost) => cost ?? 0));
  return (
    <section className="panel ws-panel ws-checks" aria-labelledby="ws-checks">
      <header>
        <h2 id="ws-checks">{t('checks')}</h2>
        <span className="aside">{t('checks.live')}</span>
      </header>
      {p.problem !== null && (
        <p className="refused" role="alert">
          {p.problem}
        </p>
      )}
      <ul>{rows.slice(0, MANY).map(line)}</ul>
      {rows.length > MANY && (
        <details>
          <summary>{t('checks.more', { n: rows.length - MANY })}</summary>
          <ul>{rows.slice(MANY).map(line)}</ul>
        </details>
      )}
      {check && board.area.length > 0 && (
        <>
          <h3>{t('starts')}</h3>
          <ul className="ws-starts">
            {board.area.map((area, index) => {
              const cost = check.starts[area.id] ?? null;
              return (
                <li key={area.id}>
                  <span>{`${index + 1} ${area.name}`}</span>
                  <i aria-hidden="true">
                    <i
                      className={`swatch-${tintOf(board, area.id)}`}
                      style={{ width: `${(90 * (cost ?? 0)) / most}%` }}
                    />
                  </i>
                  <b>{cost ?? '–'}</b>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}
