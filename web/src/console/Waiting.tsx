/** Not your turn: what you may prepare meanwhile. Secret limits and standing orders; nobody else sees them. */
import { usePlay } from '../state/play';
import { useText } from '../text';
import { Limit } from './Auction';
import { UndoButton } from './parts';

const ORDERS = ['pass_auctions', 'end_turn_when_nothing_left', 'run_best'] as const;

export function Waiting() {
  const t = useText();
  const { me, game, view, session, table } = usePlay();
  if (game.phase === 'over') return <p className="lead">{t('over.note')}</p>;
  if (me === null) return <p className="lead">{t('watching')}</p>;
  if (table.seats[me]?.resigned) return <p className="lead">{t('resigned')}</p>;
  const own = game.seats[me];
  const auto = view.mine.auto[String(me)] ?? {
    pass_auctions: false,
    end_turn_when_nothing_left: false,
    run_best: false,
  };
  const bidding = game.auction !== null && game.auction.bidders.includes(me) && own !== undefined;
  return (
    <div className="console-grid waiting">
      <div className="about wide-about">
        {bidding && <Limit seat={me} least={game.auction?.least ?? 0} most={own.money ?? 999} />}
        <div className="orders" role="group" aria-label={t('auto')}>
          {ORDERS.map((name) => (
            <label key={name} className="switch">
              <input
                type="checkbox"
                role="switch"
                checked={auto[name]}
                onChange={(event) => {
                  session.auto(me, { ...auto, [name]: event.target.checked });
                }}
              />
              <span>{t(`auto.${name}`)}</span>
            </label>
          ))}
        </div>
      </div>
      <div className="buttons">
        {table.seats[me]?.vacant && (
          <button
            type="button"
            className="primary"
            onClick={() => {
              session.back(me);
            }}
          >
            {t('back')}
          </button>
        )}
        <UndoButton />
      </div>
    </div>
  );
}
