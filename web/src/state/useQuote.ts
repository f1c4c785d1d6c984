/** The server's word on a plan, asked again whenever the plan or the game changes; the last one until it comes. */
import { useEffect, useState } from 'react';
import type { Plan } from '../net/live';
import type { Quoted } from '../protocol/schema';
import { usePart } from './play';

/** The question that board and console both ask while one builds. */
export const buildPlan = (cities: readonly string[], jump: string | null = null): Plan =>
  jump === null ? { cities, why: true } : { cities, jump, why: true };

interface Answer {
  key: string;
  seq: number;
  quoted: Quoted;
}

/** The answer, and whether it is the one to this very plan. */
export function useAnswer(plan: Plan, wanted = true): { quoted: Quoted | null; fresh: boolean } {
  const { session, me, seq } = usePart(({ session, me, view }) => ({ session, me, seq: view.seq }));
  const [answer, setAnswer] = useState<Answer | null>(null);
  const key = JSON.stringify(plan);
  useEffect(() => {
    if (me === null || !wanted) return;
    let current = true;
    void session.quote(me, JSON.parse(key) as Plan).then((quoted) => {
      if (current && quoted) setAnswer({ key, seq, quoted });
    });
    return () => {
      current = false;
    };
  }, [session, me, key, seq, wanted]);
  // an answer to another plan at another moment says nothing any more
  const holds = wanted && answer !== null && (answer.key === key || answer.seq === seq);
  return { quoted: holds ? answer.quoted : null, fresh: holds && answer.key === key && answer.seq === seq };
}

export const useQuote = (plan: Plan, wanted = true): Quoted | null => useAnswer(plan, wanted).quoted;
