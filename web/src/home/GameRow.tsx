/** A finished game as one row: place, game, day, opponents, and the way to look at it again. */
import { Link } from '../parts/Brand';
import type { PlayedGame } from '../protocol/schema';
import { useSettings } from '../state/settings';
import { useText } from '../text';
import { gameTitle } from '../text/titles';
import { dayOf, placeName, scoreName } from './played';

export function GameRow({ game, long = false }: { game: PlayedGame; long?: boolean }) {
  const t = useText();
  const { language } = useSettings();
  const title = gameTitle(game.ruleset, game.title);
  const others = game.seats.filter((seat) => !seat.you).map((seat) => seat.name);
  return (
    <li className="game-row">
      <b
        className={game.place === 1 && !game.left ? 'place first' : 'place'}
        title={t('games.of', { place: placeName(game.place), n: game.seats.length })}
      >
        {game.left ? t('games.left') : placeName(game.place)}
      </b>
      <span className="turn-what">
        <b>{game.name === '' ? title : game.name}</b>
        <small>
          {[
            dayOf(game.at, language),
            scoreName(game),
            ...(game.name === '' ? [] : [title]),
            ...(game.rating ? [t('rating.change', { before: game.rating.before, after: game.rating.after })] : []),
          ].join(' · ')}
        </small>
        {long && <small>{others.join(', ')}</small>}
      </span>
      <Link to={`/t/${game.code}?at=1`} className="button">
        {t('games.review')}
        <span className="hidden-text">
          {' '}
          {placeName(game.place)} {title} {dayOf(game.at, language)}
        </span>
      </Link>
    </li>
  );
}
