/** The rules of a board: edition, fuel tables, numbers by players, special rules. Each with a sentence; nothing needs code. */
import { Dialog } from '../parts/Dialog';
import type { BoardCheck, FindingRow, WorkshopInfo } from '../protocol/schema';
import { BuildingForm } from './BuildingForm';
import { Line } from './Checks';
import { copyTables, ownTables } from './fuel';
import { FuelForm } from './FuelForm';
import { TABLES, withoutKey, type BoardData, type Numbers, type Rules } from './model';
import { has, partOf, rivals, withSpecial } from './specials';
import { NumberCell } from './NumberCell';
import { SpecialPicture } from './SpecialPicture';
import type { Editor } from './useEditor';
import { useWords, type Word } from './words';

const SET = 'set in the workshop';
const KEYS = ['2-trust', '2', '3', '4', '5', '6'];

interface RulesFormProps {
  editor: Editor;
  info: WorkshopInfo;
  check: BoardCheck | null;
  /** What the server refuses in the board as it is. */
  problem: string | null;
  onClose: () => void;
}

/** What the checks say of the rules: findings that have no place on the map. */
const ofRules = (check: BoardCheck | null): FindingRow[] =>
  (check?.findings ?? []).filter(
    (row) => row.level !== 'fine' && row.cities.length + row.areas.length + row.links.length === 0,
  );

export function RulesForm(p: RulesFormProps) {
  const t = useWords();
  const { board } = p.editor;
  const own = ownTables(board);
  const findings = ofRules(p.check);
  const edition = p.info.editions.find((row) => row.id === board.edition);
  // a number of players without a number cannot play; numbers that somebody set are not fitted any more
  const put = (name: (typeof TABLES)[number], key: string, value: number | null): void => {
    const filled = TABLES.reduce((last, table) => ({ ...last, [table]: { ...tableOf(table), source: SET } }), board);
    const rest = withoutKey(filled[name] ?? {}, key);
    p.editor.change({ ...filled, [name]: value === null ? rest : { ...rest, [key]: value } });
  };
  const tableOf = (name: (typeof TABLES)[number]): Numbers => board[name] ?? { source: SET, ...edition?.numbers[name] };
  return (
    <Dialog title={t('rules.title')} onClose={p.onClose} wide className="ws-rules">
      <label className="ws-field">
        <span>{t('rules.edition')}</span>
        <select
          value={board.edition}
          onChange={(event) => {
            const next = p.info.editions.find((row) => row.id === event.target.value);
            if (next) p.editor.change({ ...board, edition: next.id, fuel: next.fuel });
          }}
        >
          {p.info.editions.map((row) => (
            <option key={row.id} value={row.id}>
              {row.title}
            </option>
          ))}
        </select>
        <small>{t('rules.edition.why')}</small>
      </label>
      <label className="ws-field">
        <span>{t('rules.fuel')}</span>
        <select
          value={typeof board.fuel === 'string' ? board.fuel : ''}
          onChange={(event) => {
            if (event.target.value !== '') p.editor.change({ ...board, fuel: event.target.value });
          }}
        >
          {typeof board.fuel !== 'string' && <option value="">{t('rules.fuel.own')}</option>}
          {Object.keys(p.info.fuels).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <small>{t('rules.fuel.why')}</small>
      </label>
      {own ? (
        <FuelForm
          tables={own}
          onChange={(fuel) => {
            p.editor.change({ ...board, fuel });
          }}
        />
      ) : (
        <p>
          <button
            type="button"
            onClick={() => {
              const fuel = copyTables(board, p.info);
              if (fuel) p.editor.change({ ...board, fuel });
            }}
          >
            {t('rules.fuel.change')}
          </button>{' '}
          <small>{t('rules.fuel.change.why')}</small>
        </p>
      )}
      <h3>{t('rules.numbers')}</h3>
      <table className="ws-numbers">
        <thead>
          <tr>
            <th scope="col">{t('rules.players')}</th>
            {KEYS.map((key) => (
              <th key={key} scope="col">
                {key === '2-trust' ? t('rules.trust') : key}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TABLES.map((name) => (
            <tr key={name}>
              <th scope="row">{t(`rules.${name}`)}</th>
              {KEYS.map((key) => (
                <td key={key}>
                  <NumberCell
                    label={`${t(`rules.${name}`)}, ${key}`}
                    value={Number(tableOf(name)[key] ?? 0) || null}
                    onChange={(value) => {
                      put(name, key, value);
                    }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <button
          type="button"
          disabled={!p.check}
          onClick={() => {
            if (p.check) p.editor.change({ ...board, ...(p.check.proposed as Partial<BoardData>) });
          }}
        >
          {t('rules.fit')}
        </button>{' '}
        <small>{t('rules.fit.why')}</small>
      </p>
      <h3>{t('rules.building')}</h3>
      <BuildingForm editor={p.editor} />
      <h3>{t('rules.special')}</h3>
      <ul className="ws-specials">
        {p.info.specials.map((row) => {
          const on = has(board, row.rules as Rules);
          const whole = p.info.specials.find(
            (one) =>
              one.id !== row.id && has(board, one.rules as Rules) && partOf(row.rules as Rules, one.rules as Rules),
          );
          return (
            <li key={row.id}>
              <label>
                <input
                  type="checkbox"
                  checked={on}
                  disabled={whole !== undefined}
                  onChange={() => {
                    const cleared = p.info.specials
                      .filter((one) => one.id !== row.id && has(board, one.rules as Rules))
                      .filter((one) => rivals(one.rules as Rules, row.rules as Rules))
                      .reduce((last, one) => withSpecial(last, one.rules as Rules, null, false), board);
                    p.editor.change(withSpecial(cleared, row.rules as Rules, row.fuel, !on));
                  }}
                />
                <SpecialPicture id={row.id} />
                <b>{t(`special.${row.id}` as Word)}</b>
                <small>
                  {t(`special.${row.id}.why` as Word)}
                  {whole && ` ${t('special.part', { whole: t(`special.${whole.id}` as Word) })}`}
                </small>
              </label>
            </li>
          );
        })}
        <li>
          <SpecialPicture id="metropolis" />
          <b>{t('special.metropolis')}</b>
          <small>{t('special.metropolis.why')}</small>
        </li>
      </ul>
      {(p.problem !== null || findings.length > 0) && (
        <section className="ws-found" aria-label={t('rules.found')} role="status">
          {p.problem !== null && <p className="refused">{p.problem}</p>}
          <ul>
            {findings.map((row) => (
              <Line key={`${row.code} ${row.field}`} row={row} onShow={null} />
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}
