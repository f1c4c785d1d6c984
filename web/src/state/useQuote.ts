/** The server's price of a plan, asked again whenever the plan or the game changes. */
import { useEffect, useState } from 'react';
import type { Plan } from '../net/session';
import type { Quote } from '../protocol/schema';
import { usePlay } from './play';

export function useQuote(plan: Plan, wanted = true): Quote | null {
  const { session, me, view } = usePlay();
  const [quote, setQuote] = useState<Quote | null>(null);
  const key = JSON.stringify(plan);
  const { seq } = view;
  useEffect(() => {
    if (me === null || !wanted) return;
    let current = true;
    void session.quote(me, JSON.parse(key) as Plan).then((found) => {
      if (current && found) setQuote(found);
    });
    return () => {
      current = false;
    };
  }, [session, me, key, seq, wanted]);
  return wanted ? quote : null;
}
