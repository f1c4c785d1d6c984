/** A finished game as one row: place, game, day, my chance and accuracy, opponents, and the way to its review. */
import { Link } from '../parts/Brand';
import type { PlayedGame } from '../protocol/schema';
import { useSettings } from '../base/settings';
import { seatName } from '../state/names';
import { useText } from '../text';
import { gameTitle, shortTitle } from '../text/titles';
import { ChanceLine } from './ChanceLine';
import { dayOf, placeName, scoreName } from './played';

/** Names of the columns, for the eye only: every row says its own facts. */
export function GameHeads() {
  const t = useText();
  return (
    <div className="played-row played-heads" aria-hidden="true">
      <span>{t('games.head.game')}</span>
      <span>{t('games.head.chance')}</span>
      <span>{t('games.head.accuracy')}</span>
    </div>
  );
}

export function GameRow({ game, long = false }: { game: PlayedGame; long?: boolean }) {
  const t = useText();
  const { language } = useSettings();
  const { review } = game;
  const full = gameTitle(game.ruleset, game.title);
  const title = shortTitle(full);
  const place = game.left ? t('games.left') : placeName(game.place);
  const others = game.seats.filter((seat) => !seat.you).map((seat) => seatName(seat.name, false));
  const facts = [
    dayOf(game.at, language),
    scoreName(game),
    ...(game.name === '' ? [] : [title]),
    ...(game.rating ? [t('rating.change', { before: game.rating.before, after: game.rating.after })] : []),
  ];
  const accuracy = review && Math.round(review.accuracy);
  const said = [
    game.left ? place : t('games.of', { place, n: game.seats.length }),
    game.name === '' ? full : game.name,
    ...facts,
    ...(accuracy === null ? [] : [t('review.accuracy', { n: accuracy })]),
    t('games.with', { names: others.join(', ') }),
  ];
  return (
    <li className="played-row">
      <b className={game.place === 1 && !game.left ? 'place first' : 'place'} aria-hidden="true">
        {place}
      </b>
      <span className="turn-what" aria-hidden="true" title={others.join(', ')}>
        <b>{game.name === '' ? title : game.name}</b>
        <small>{facts.join(' · ')}</small>
        {long && <small>{others.join(', ')}</small>}
      </span>
      {review === null ? (
        <small className="played-none">{t('games.unreviewed')}</small>
      ) : (
        <>
          <ChanceLine curve={review.curve} seats={game.seats.length} />
          <b className="played-accuracy" aria-hidden="true">
            {accuracy} %
          </b>
        </>
      )}
      <Link to={`/t/${game.code}?review`} className="button">
        <span className="hidden-text">{said.join(', ')}. </span>
        {t('games.review')}
      </Link>
    </li>
  );
}
