/** The rules of this game on one page, with its own numbers; the numbered rules are one level deeper. */
import { usePart } from '../state/play';
import { sayCode } from '../text';
import { RulePicture } from './RulePicture';
import { useLearnText } from './text';
import { toursOf } from './touring';
import { useSpecials } from './useSpecials';
import './help.css';

export function Overview({ onAll }: { onAll: () => void }) {
  const t = useLearnText();
  const { board, game, table } = usePart(({ board, game, table }) => ({ board, game, table }));
  const cards = board.kind === 'cards';
  const special = toursOf({ board, game, table });
  const tips = useSpecials() ?? [];
  const ties = board.tie_breaks.map((name) => sayCode('tie', name)).join(', ');
  return (
    <div className="overview">
      <section>
        <h3>{t('rules.goal')}</h3>
        <p>{t(cards ? 'rules.goal.cards' : 'rules.goal.board', { end: board.end_at, ties })}</p>
        <RulePicture topic="end" />
      </section>
      <section>
        <h3>{t('rules.start')}</h3>
        <p>
          {t('rules.start.text', { seats: board.seats, money: board.start_money, limit: board.plant_limit })}{' '}
          {!cards && t('rules.start.areas', { n: board.area_count })}
        </p>
        <RulePicture topic="setup" />
      </section>
      <section>
        <h3>{t('help.round')}</h3>
        <ul>
          {board.phases.map((phase) => (
            <li key={phase}>
              {t(`help.${cards ? 'cards.' : ''}${phase}`)} <RulePicture topic={phase === 'power' ? 'plants' : phase} />
            </li>
          ))}
        </ul>
      </section>
      {!cards && (
        <section>
          <h3>{t('rules.steps')}</h3>
          <p>
            {t(board.step2_at > 0 ? 'rules.steps.text' : 'rules.steps.cards', {
              step2: board.step2_at,
              costs: board.house_costs.join(', '),
            })}
          </p>
          <RulePicture topic="steps" />
        </section>
      )}
      {!cards && (
        <section>
          <h3>{t('rules.pay')}</h3>
          <p>{t('rules.pay.text', { list: board.payment.slice(0, 6).join(', ') })}</p>
          <RulePicture topic="power" />
        </section>
      )}
      {special.length + tips.length > 0 && (
        <section>
          <h3>{t('rules.special')}</h3>
          <ul>
            {special.map((name) => (
              <li key={name}>
                {t(`rules.special.${name}`)} <RulePicture topic={name} />
              </li>
            ))}
            {tips.map(({ key, title, text, asked }) => (
              <li key={key} data-special={key}>
                <b>{title}</b> {text} <RulePicture topic="board" asked={asked} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <button type="button" onClick={onAll}>
        {t('rules.all')}
      </button>
    </div>
  );
}
