/** My boards as games to choose from: those kept on this device, whether drawn here or opened by a link. */
import { useEffect, useMemo, useState } from 'react';
import { layoutOf, type Layout } from '../boards';
import { api } from '../net/api';
import type { BoardView, RulesetRow } from '../protocol/schema';
import { say } from '../text';
import { errorText } from '../text/errors';
import { workshop } from '../workshop/api';
import type { BoardData } from '../workshop/model';
import { savedBoards } from '../workshop/saved';

const CUSTOM = 'custom';
const MINE = 'mine/';
const PLAIN = {};

/** A game to choose: a ruleset of the server, or a board of mine with its data. */
export interface GameRow extends RulesetRow {
  data?: BoardData;
}

/** What a table is made with once a game is chosen. */
export interface Chosen {
  row: GameRow | undefined;
  ruleset: string;
  options: { board?: BoardData };
  /** Numbers of players; none while they are not known, or if the board cannot be played yet. */
  seats: readonly number[];
  /** Why the board cannot be played yet. */
  problem: string | null;
}

interface Drawn {
  board: BoardView | null;
  layout: Layout | null;
  problem: string | null;
}

/** My boards as rows, the newest first. How many can play them the server says once one is chosen. */
export function myGames(sets: readonly RulesetRow[]): GameRow[] {
  return savedBoards()
    .filter(({ board }) => board.area.length > 0)
    .flatMap(({ key, at, board }) => {
      const like = sets.find((row) => row.edition === board.edition && row.board !== '');
      if (!like) return [];
      // the server ends each title with the edition's name and year
      const edition = like.title.split(', ').at(-1) ?? '';
      return [
        {
          ...like,
          id: `${MINE}${key}`,
          title: `${board.title}, ${edition}`,
          board: `${MINE}${key}-${at}`,
          composed: false,
          data: board,
        },
      ];
    });
}

export const isMine = (row: { id: string }): boolean => row.id.startsWith(MINE);

/** The chosen game, ready to make a table with; a board of mine is checked by the server first. */
export function useChosen(sets: readonly GameRow[], id: string): Chosen {
  const row = useMemo(() => sets.find((one) => one.id === id), [sets, id]);
  const [checked, setChecked] = useState<Pick<Chosen, 'seats' | 'problem'> & { of: BoardData | null }>({
    of: null,
    seats: [],
    problem: null,
  });
  const data = row?.data;
  useEffect(() => {
    if (!data) return;
    let live = true;
    workshop.check(data).then(
      ({ findings, seats }) => {
        const fault = findings.find((one) => one.level === 'fix');
        const problem = fault ? say('mine.unready', { board: data.title, fault: fault.text }) : null;
        if (live) setChecked({ of: data, seats: fault ? [] : seats, problem });
      },
      (error: unknown) => {
        const fault = errorText(error);
        if (live) setChecked({ of: data, seats: [], problem: say('mine.unready', { board: data.title, fault }) });
      },
    );
    return () => {
      live = false;
    };
  }, [data]);
  return useMemo(() => {
    if (!data) return { row, ruleset: id, options: PLAIN, seats: row?.seats ?? [], problem: null };
    const known = checked.of === data ? checked : { seats: [], problem: null };
    return { row, ruleset: CUSTOM, options: { board: data }, seats: known.seats, problem: known.problem };
  }, [row, id, data, checked]);
}

/** The board of a chosen game as so many players see it, and how it is drawn; a game without a map has no layout. */
export function useBoard(chosen: Chosen, players: number): Drawn {
  const [picture, setPicture] = useState<Drawn>({ board: null, layout: null, problem: null });
  const { ruleset, options, seats } = chosen;
  // a board of mine is asked for once it is known who can play it
  const known = options.board === undefined || seats.includes(players);
  useEffect(() => {
    let live = true;
    const load = async (): Promise<void> => {
      const board = await (options.board ? workshop.board(options.board, players) : api.board(ruleset, players));
      const layout = board.board === '' ? null : await layoutOf(board.board, board);
      if (live) setPicture({ board, layout, problem: null });
    };
    if (known)
      load().catch((error: unknown) => {
        if (live) setPicture((old) => ({ ...old, problem: errorText(error) }));
      });
    return () => {
      live = false;
    };
  }, [ruleset, options, players, known]);
  return picture;
}
