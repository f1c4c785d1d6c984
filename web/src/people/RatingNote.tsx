/** What a rated game changed: the server counts it a moment after the end. */
import { useEffect, useState } from 'react';
import { loadGames } from '../home/played';
import type { PlayedGame } from '../protocol/schema';
import { useText } from '../text';

const AGAIN = 1500;
const TRIES = 20;

export default function RatingNote({ code }: { code: string }) {
  const t = useText();
  const [change, setChange] = useState<PlayedGame['rating']>(null);
  useEffect(() => {
    let timer = 0;
    const look = (left: number): void => {
      const later = (): void => {
        if (left > 1) timer = window.setTimeout(look, AGAIN, left - 1);
      };
      loadGames().then((games) => {
        const rating = games.find((game) => game.code === code)?.rating ?? null;
        if (rating === null) later();
        else setChange(rating);
      }, later);
    };
    look(TRIES);
    return () => {
      window.clearTimeout(timer);
    };
  }, [code]);
  return (
    <p className="note sentence" role="status">
      {change && t('end.rating', { before: change.before, after: change.after })}
    </p>
  );
}
