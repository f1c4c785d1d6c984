/** A trial of a board on the server: started, watched, stopped, and its report kept with the board. */
import { useEffect, useState } from 'react';
import type { TrialView } from '../protocol/schema';
import { errorText } from '../text/errors';
import { workshop } from './api';
import type { BoardData } from './model';
import { keepReport, reportsOf, type Level } from './report';

const POLL = 800;

export interface TryAs {
  seats: number;
  level: Level;
  starts: 'forced' | 'chosen';
}

export function useTrial(key: string) {
  const [trial, setTrial] = useState<TrialView | null>(() => reportsOf(key)[0]?.trial ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = trial !== null && !trial.over;
  const id = trial?.id;
  const fail = (error: unknown): void => {
    setProblem(errorText(error));
  };
  useEffect(() => {
    if (trial && trial.over && trial.done > 0) keepReport(key, trial);
  }, [key, trial]);
  useEffect(() => {
    if (!running || id === undefined) return;
    const timer = window.setInterval(() => {
      workshop.trial(id).then(setTrial, fail);
    }, POLL);
    return () => {
      window.clearInterval(timer);
    };
  }, [running, id]);
  return {
    trial,
    running,
    problem,
    show: setTrial,
    start: (board: BoardData, how: TryAs): void => {
      setProblem(null);
      workshop.try(board, how).then(setTrial, fail);
    },
    stop: (): void => {
      if (id !== undefined) workshop.stop(id).then(setTrial, fail);
    },
  };
}
