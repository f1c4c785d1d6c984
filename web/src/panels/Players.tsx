/** The players in turn order: money, plants with their store, cities, what they could power and earn. */
import { Fuel, Money, Token } from '../glyphs/glyphs';
import { MiniPlant, stored } from '../parts/Plant';
import type { PlantRow } from '../protocol/schema';
import { usePlay } from '../state/play';
import { sayCode, useText } from '../text';
import { cardName } from '../state/log';

function tags(
  play: ReturnType<typeof usePlay>,
  seat: number,
  t: ReturnType<typeof useText>,
): { text: string; loud?: boolean }[] {
  const { game, table, view } = play;
  const row = game.seats[seat];
  const who = table.seats[seat];
  const found: { text: string; loud?: boolean }[] = [];
  if (table.yours.includes(seat)) found.push({ text: t('you'), loud: true });
  if (who?.kind === 'bot') found.push({ text: t('tag.bot', { level: sayCode('level', who.level ?? '') }) });
  else if (who?.vacant) found.push({ text: t('tag.vacant') });
  else if (who && !who.present && !table.yours.includes(seat)) found.push({ text: t('tag.away') });
  if (play.past === null && view.clock.running === seat) found.push({ text: t('tag.clock') });
  if (game.phase === 'auction') {
    if (game.auction?.seat === seat) found.push({ text: t('tag.leads', { bid: game.auction.bid }) });
    else if (row?.bought) found.push({ text: t('tag.bought') });
    else if (row?.out) found.push({ text: t('tag.out') });
    else if (row?.passed) found.push({ text: t('tag.passed') });
  }
  return found;
}

export function PlayerPanel({ seat, place }: { seat: number; place: number }) {
  const t = useText();
  const play = usePlay();
  const { game, names, plants, board } = play;
  const row = game.seats[seat];
  if (!row) return null;
  const own = row.plants.flatMap((id) => plants.get(id) ?? []);
  const store = stored(own, row.fuel);
  const cardGame = board.column_prices.length > 0;
  return (
    <li
      className={`player ${game.actor === seat ? 'acting' : ''}`}
      aria-current={game.actor === seat ? 'true' : undefined}
    >
      <div className="player-top">
        <span className="place">{place}</span>
        <Token seat={seat} />
        <b className="player-name">{names[seat]}</b>
        {tags(play, seat, t).map((tag) => (
          <span key={tag.text} className={tag.loud ? 'tag tag-you' : 'tag'}>
            {tag.text}
          </span>
        ))}
        <Money amount={row.money} />
      </div>
      <div className="player-low">
        <span className="minis">
          {own.map((plant: PlantRow) => (
            <MiniPlant key={plant.id} plant={plant} store={(store.get(plant.id) ?? []).join(' ')} cards={cardGame} />
          ))}
          {own.length === 0 && <span className="none">{t('player.noplants')}</span>}
        </span>
        <span className="figures">
          {cardGame ? (
            <span>
              {t('player.canearn')} <b>{row.earns}</b>
            </span>
          ) : (
            <>
              <span>
                <b>{row.cities.length}</b> {t('player.cities', { n: row.cities.length })}
              </span>
              <span>
                {t('player.powers')} <b>{row.powers}</b>
              </span>
              <span className="earns">
                {t('player.earns')} <b>{row.earns}</b>
              </span>
            </>
          )}
        </span>
      </div>
      {cardGame && (
        <div className="storage">
          {t('player.storage')}{' '}
          {row.cards.length === 0
            ? '–'
            : row.cards.map(([card, left], index) => (
                <span key={index} className="stored-card" title={cardName(card)}>
                  <Fuel kind={card.slice(0, card.lastIndexOf('-'))} /> {left}
                </span>
              ))}
        </div>
      )}
    </li>
  );
}

export function PlayersPanel() {
  const t = useText();
  const { game, plants } = usePlay();
  const order = game.order.length > 0 ? game.order : game.seats.map((_, seat) => seat);
  return (
    <section className={`players count-${order.length}`} aria-labelledby="h-players" id="players" tabIndex={-1}>
      <h2 id="h-players" className="hidden">
        {t('players')}
      </h2>
      <ol>
        {order.map((seat, index) =>
          typeof seat === 'number' ? (
            <PlayerPanel key={seat} seat={seat} place={index + 1} />
          ) : (
            <li key="trust" className="player">
              <div className="player-top">
                <span className="place">{index + 1}</span>
                <Token seat="trust" />
                <b className="player-name">{t('trust')}</b>
                <span className="tag">{t('tag.trust', { n: game.trust?.houses ?? 0 })}</span>
              </div>
              <div className="player-low">
                <span className="minis">
                  {(game.trust?.plants ?? [])
                    .flatMap((id) => plants.get(id) ?? [])
                    .map((plant) => (
                      <MiniPlant key={plant.id} plant={plant} store="" cards />
                    ))}
                </span>
              </div>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

/** The narrow strip of a phone: shape, name, money. */
export function PlayerStrip() {
  const { game, names, table } = usePlay();
  const t = useText();
  return (
    <ol className="strip" aria-label={t('players')}>
      {game.order.map((seat) =>
        typeof seat === 'number' ? (
          <li key={seat} className={game.actor === seat ? 'acting' : ''}>
            <Token seat={seat} size={18} />
            <span>
              <b>{table.yours.includes(seat) ? t('You') : names[seat]}</b>
              <small>{game.seats[seat]?.money ?? '•••'}</small>
            </span>
          </li>
        ) : null,
      )}
    </ol>
  );
}
