/** The server's REST side: one function a request. Errors are `Problem`s with the server's own sentence. */
import type {
  BoardView,
  BotTokenList,
  ChangeTable,
  ChallengeRow,
  CreateTable,
  Curves,
  ForkTable,
  JoinTable,
  LineView,
  MadeBotToken,
  MakeBotToken,
  Moderate,
  MovedGame,
  Problem,
  PuzzleRow,
  Quoted,
  AskQuote,
  AnyAction,
  PuzzleVerdict,
  PuzzleView,
  QuickTable,
  Report,
  Reported,
  ReviewView,
  RulesPanel,
  RulesetRow,
  Seated,
  SeatPlan,
  TableList,
  TableView,
} from '../protocol/schema';
import { settings } from '../base/settings';
import { Store } from '../base/store';
import { port, type Reply } from './port';

/** Whether the server has refused this device because it is closed and the device is not invited. */
export const closed = new Store(false);

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.text);
  }
}

/** Open requests from before the first answer. A browser without a cookie is a new device in each, and keeps the last. */
const early = new Set<Promise<Reply>>();
let answered = false;

async function send(path: string, body: unknown): Promise<Reply> {
  const post = body !== undefined;
  // what belongs to a device waits until it is known which one this is
  if (post) await Promise.allSettled(early);
  const sent = port().request(
    post ? 'POST' : 'GET',
    `/api${path}`,
    post ? JSON.stringify(body) : null,
    settings.get().language,
  );
  if (!answered) early.add(sent);
  try {
    const answer = await sent;
    answered = true;
    return answer;
  } finally {
    early.delete(sent);
  }
}

export const ask = <T>(path: string, body?: unknown): Promise<T> => answerOf<T>(send(path, body));

/** What a request comes to; a refusal is an `ApiError`. */
export async function answerOf<T>(sent: Promise<Reply>): Promise<T> {
  let answer: Reply;
  try {
    answer = await sent;
  } catch {
    throw new ApiError(0, { code: 'unreachable', text: '', rule: null, args: {} });
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as Problem | null;
    if (problem?.code === 'closed') closed.set(true);
    throw new ApiError(answer.status, problem ?? { code: 'failed', text: answer.statusText, rule: null, args: {} });
  }
  return (answer.status === 204 ? null : await answer.json()) as T;
}

export type Filter = 'open' | 'mine' | 'watch';
const at = (code: string): string => `/tables/${encodeURIComponent(code)}`;

export const api = {
  showInvitation: (invitation: string) => ask<unknown>('/invitation', { invitation }),
  rulesets: () => ask<RulesetRow[]>('/rulesets'),
  levels: () => ask<string[]>('/levels'),
  board: (ruleset: string, seats: number) => ask<BoardView>(`/rulesets/${ruleset}/board?seats=${seats}`),
  tables: (filter: Filter) => ask<TableList>(`/tables?filter=${filter}`),
  moderate: (code: string, wish: Moderate) => ask<TableView>(`${at(code)}/moderate`, wish),
  report: (code: string, wish: Report) => ask<Reported>(`${at(code)}/report`, wish),
  quick: (wish: QuickTable) => ask<Seated>('/quick', wish),
  create: (wish: CreateTable) => ask<Seated>('/tables', wish),
  bring: (record: string) => ask<Seated>('/import', { record }),
  unpack: (game: MovedGame) => ask<Seated>('/unpack', game),
  pack: (code: string) => ask<MovedGame>(`${at(code)}/pack`, {}),
  table: (code: string) => ask<TableView>(at(code)),
  tableBoard: (code: string) => ask<BoardView>(`${at(code)}/board`),
  rules: (code: string) => ask<RulesPanel>(`${at(code)}/rules`),
  challenges: () => ask<ChallengeRow[]>('/challenges'),
  puzzles: () => ask<PuzzleRow[]>('/puzzles'),
  puzzle: (number: number) => ask<PuzzleView>(`/puzzles/${number}`),
  puzzleQuote: (number: number, plan: AskQuote) => ask<Quoted>(`/puzzles/${number}/quote`, plan),
  puzzleAnswer: (number: number, actions: readonly AnyAction[]) =>
    ask<PuzzleVerdict>(`/puzzles/${number}/answer`, { actions }),
  line: (code: string, row: number) => ask<LineView>(`${at(code)}/review/${row}/line`),
  review: (code: string) => ask<ReviewView>(`${at(code)}/review`),
  curves: (code: string) => ask<Curves>(`${at(code)}/curves`),
  change: (code: string, wish: ChangeTable) => ask<TableView>(`${at(code)}/change`, wish),
  botTokens: () => ask<BotTokenList>('/bots'),
  makeBotToken: (wish: Omit<MakeBotToken, 'days'>) => ask<MadeBotToken>('/bots', wish),
  revokeBotToken: (id: string) => ask<null>(`/bots/${encodeURIComponent(id)}/revoke`, {}),
  remove: (code: string) => ask<null>(`${at(code)}/delete`, {}),
  join: (code: string, wish: JoinTable) => ask<Seated>(`${at(code)}/join`, wish),
  leave: (code: string) => ask<TableView>(`${at(code)}/leave`, {}),
  resign: (code: string) => ask<TableView>(`${at(code)}/resign`, {}),
  agree: (code: string, agree: boolean, seat: number | null = null) =>
    ask<TableView>(`${at(code)}/agree`, { agree, seat }),
  rematch: (code: string) => ask<Seated>(`${at(code)}/rematch`, {}),
  fork: (code: string, wish: ForkTable) => ask<Seated>(`${at(code)}/fork`, wish),
  seat: (
    code: string,
    seat: number,
    change: { do: 'bot' | 'open' | 'person' | 'reissue'; level?: SeatPlan['level'] },
  ) => ask<Seated>(`${at(code)}/seats/${seat}`, change),
  recordPath: (code: string) => `/api${at(code)}/record`,
};
