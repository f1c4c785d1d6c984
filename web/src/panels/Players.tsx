/** The players in turn order: money, plants with their store, cities, what they could power and earn. */
import { memo, useEffect, useMemo } from 'react';
import { SeatClock } from './Clock';
import { Fuel, Icon, Money, Token } from '../glyphs/glyphs';
import { Mines, Minis } from '../parts/Plant';
import { anchor, useNamedRef } from '../base/anchors';
import { usePart, type Play } from '../state/play';
import { phone } from '../base/screen';
import { sayCode, useText } from '../text';
import { dayText } from '../text/day';
import { cardName } from '../state/log';
import { partsOf, showsOrders } from '../state/orders';

/** What one seat's panel shows; the same facts give the same panel. */
const about =
  (seat: number) =>
  ({ game, table, names, plants, board, view }: Play) => ({
    row: game.seats[seat],
    who: table.seats[seat],
    yours: table.yours.includes(seat),
    phase: game.phase,
    leads: game.auction?.seat === seat ? game.auction.bid : null,
    acting: game.actor === seat,
    // a seat that has powered has burned its fuel: what it earned matters more than what it could power now
    paid: game.phase === 'power' && game.order.indexOf(seat) < game.order.indexOf(game.actor ?? ''),
    ordered: showsOrders(table, view, seat) ? partsOf(view.mine.orders[String(seat)]?.plan ?? null) : 0,
    name: names[seat] ?? '',
    plants,
    cardGame: board.kind === 'cards',
  });

function tags(
  { row, who, yours, phase, leads, ordered }: ReturnType<ReturnType<typeof about>>,
  t: ReturnType<typeof useText>,
): { text: string; loud?: boolean }[] {
  const list: ReturnType<typeof tags> = [];
  if (yours) list.push({ text: t('you'), loud: true });
  if (typeof who?.off_until === 'string')
    list.push({ text: t('tag.off', { day: dayText(Date.parse(who.off_until) - 1000) }) });
  else if (who?.vacant) list.push({ text: t('tag.vacant') });
  else if (who && !who.present && !yours && who.kind !== 'bot') list.push({ text: t('tag.away') });
  if (ordered > 0) list.push({ text: t('orders.ready', { n: ordered }) });
  if (phase === 'auction') {
    if (leads !== null) list.push({ text: t('tag.leads', { bid: leads }) });
    else if (row?.bought) list.push({ text: t('tag.bought') });
    else if (row?.out) list.push({ text: t('tag.out') });
    else if (row?.passed) list.push({ text: t('tag.passed') });
  }
  // what a seat does matters more than who plays it
  // an opened record does not say who was a bot: then nobody is called one
  if (list.length === 0 && who?.outside === true) list.push({ text: t('tag.outside') });
  else if (list.length === 0 && who?.kind === 'bot' && who.level !== null)
    list.push({ text: t('tag.bot', { level: sayCode('level', who.level) }) });
  return list;
}

export const PlayerPanel = memo(function PlayerPanel({ seat, place }: { seat: number; place: number }) {
  const t = useText();
  const facts = usePart(useMemo(() => about(seat), [seat]));
  const { row, plants, cardGame, acting } = facts;
  if (!row) return null;
  const own = row.plants.flatMap((id) => plants.get(id) ?? []);
  return (
    <li
      ref={anchor(...(facts.yours ? ['me'] : []), 'unit')}
      className={`player ${acting ? 'acting' : ''}`}
      data-seat={seat}
      aria-current={acting ? 'true' : undefined}
    >
      <div className="player-top">
        <span className="player-place">{place}</span>
        <Token seat={seat} />
        <b className="player-name">{facts.name}</b>
        {tags(facts, t).map((tag) => (
          <span key={tag.text} className={tag.loud ? 'tag tag-you' : 'tag'}>
            {tag.text}
          </span>
        ))}
        <SeatClock seat={seat} />
        <Money amount={row.money} />
        {!cardGame && !facts.paid && (
          <small className="plus" title={`${t('player.earns')} ${row.earns}`} aria-hidden="true">
            +{row.earns}
          </small>
        )}
      </div>
      <div className="player-low">
        <Minis plants={own} fuel={row.fuel} cards={cardGame} none={t('player.noplants')} />
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
              {facts.paid ? (
                <span>
                  {t('player.earned')} <b>{row.income}</b>
                </span>
              ) : (
                <>
                  <span>
                    {t('player.powers')} <b>{row.powers}</b>
                  </span>
                  <span className="earns">
                    {t('player.earns')} <b>{row.earns}</b>
                  </span>
                </>
              )}
            </>
          )}
        </span>
      </div>
      <Mines mines={(row.mines ?? []).flatMap((id) => plants.get(id) ?? [])} sells={row.sells ?? 0} />
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
});

export const PlayersPanel = memo(function PlayersPanel() {
  const t = useText();
  const { turns, actor, seats, trust, plants } = usePart(({ game, plants }) => ({
    turns: game.order,
    actor: game.actor,
    seats: game.seats.length,
    trust: game.trust,
    plants,
  }));
  const [box, ref] = useNamedRef<HTMLElement>('players');
  useEffect(() => {
    // in a task of its own: where everybody is in view, nothing is measured while a move is drawn
    const timer = window.setTimeout(() => {
      const here = box.current;
      if (here && here.scrollHeight > here.clientHeight)
        here.querySelector('.acting')?.scrollIntoView({ block: 'nearest' });
    });
    return () => {
      window.clearTimeout(timer);
    };
  }, [box, actor]);
  const order = turns.length > 0 ? turns : Array.from({ length: seats }, (_, seat) => seat);
  return (
    <section
      ref={ref}
      className={`players count-${order.length}`}
      aria-labelledby="h-players"
      id="players"
      tabIndex={0}
    >
      <h2 id="h-players" className="hidden">
        {t('players')}
      </h2>
      <ol>
        {order.map((seat, index) =>
          typeof seat === 'number' ? (
            <PlayerPanel key={seat} seat={seat} place={index + 1} />
          ) : (
            <li key="trust" ref={anchor('unit')} className="player">
              <div className="player-top">
                <span className="player-place">{index + 1}</span>
                <Token seat="trust" />
                <b className="player-name">{t('trust')}</b>
                <span className="tag">{t('tag.trust', { n: trust?.houses ?? 0 })}</span>
              </div>
              <div className="player-low">
                <Minis plants={(trust?.plants ?? []).flatMap((id) => plants.get(id) ?? [])} cards />
              </div>
            </li>
          ),
        )}
      </ol>
    </section>
  );
});

/** The narrow strip of a phone: shape, name, money, cities. Whoever is to act is kept in view. */
export const PlayerStrip = memo(function PlayerStrip() {
  const { order, actor, seats, names, yours, cardGame } = usePart(({ game, names, table, board }) => ({
    order: game.order,
    actor: game.actor,
    seats: game.seats,
    names,
    yours: table.yours,
    cardGame: board.kind === 'cards',
  }));
  const t = useText();
  const [box, ref] = useNamedRef<HTMLElement>('unit');
  useEffect(() => {
    const here = box.current;
    // hidden on wide windows; asking then would lay out the page for nothing
    if (!here || !phone()) return;
    const item = here.querySelector<HTMLElement>('.acting');
    if (item) here.scrollLeft = item.offsetLeft - (here.clientWidth - item.offsetWidth) / 2;
  }, [box, actor]);
  return (
    <section className="strip" aria-label={t('header.players', { n: seats.length })} tabIndex={0} ref={ref}>
      <ol className="through" aria-label={t('players')}>
        {order.map((seat) =>
          typeof seat === 'number' ? (
            <li key={seat} data-seat={seat} className={actor === seat ? 'acting' : ''}>
              <Token seat={seat} size={18} />
              <span>
                <b>{yours.includes(seat) ? t('You') : names[seat]}</b>
                <small>
                  <SeatClock seat={seat} />
                  {seats[seat]?.money ?? '•••'}
                  {!cardGame && (
                    <span className="strip-cities">
                      {seats[seat]?.cities.length ?? 0}
                      <Icon name="house" />
                    </span>
                  )}
                </small>
              </span>
            </li>
          ) : null,
        )}
      </ol>
    </section>
  );
});
