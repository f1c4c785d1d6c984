/** The rules of a board: edition, fuel tables, numbers by players, special rules. Each with a sentence; nothing needs code. */
import { Dialog } from '../parts/Dialog';
import type { BoardCheck, WorkshopInfo } from '../protocol/schema';
import { TABLES, type BoardData, type Numbers, type Rules } from './model';
import { has, partOf, rivals, withSpecial } from './specials';
import type { Editor } from './useEditor';
import { useWords, type Word } from './words';

const KEYS = ['2-trust', '2', '3', '4', '5', '6'];

export function RulesForm(p: { editor: Editor; info: WorkshopInfo; check: BoardCheck | null; onClose: () => void }) {
  const t = useWords();
  const { board } = p.editor;
  const edition = p.info.editions.find((row) => row.id === board.edition);
  const put = (name: (typeof TABLES)[number], key: string, value: number): void => {
    const filled = TABLES.reduce((found, table) => ({ ...found, [table]: tableOf(table) }), board);
    const table: Numbers = { ...(filled[name] ?? {}), [key]: value };
    p.editor.change({ ...filled, [name]: table });
  };
  const tableOf = (name: (typeof TABLES)[number]): Numbers =>
    board[name] ?? { source: 'set in the workshop', ...edition?.numbers[name] };
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
          {p.info.fuels.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <small>{t('rules.fuel.why')}</small>
      </label>
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
                  <input
                    inputMode="numeric"
                    aria-label={`${t(`rules.${name}`)}, ${key}`}
                    value={String(tableOf(name)[key] ?? '')}
                    onChange={(event) => {
                      const value = Number(event.target.value.replace(/\D/g, '').slice(0, 2));
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
                      .reduce((found, one) => withSpecial(found, one.rules as Rules, null, false), board);
                    p.editor.change(withSpecial(cleared, row.rules as Rules, row.fuel, !on));
                  }}
                />
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
          <b>{t('special.metropolis')}</b>
          <small>{t('special.metropolis.why')}</small>
        </li>
      </ul>
    </Dialog>
  );
}
