/** The server's workshop: checks, files, shared boards, trials. */
import { ask } from '../net/api';
import type {
  BoardCheck,
  BoardText,
  BoardView,
  GalleryView,
  PlainBoard,
  Reported,
  SharedBoard,
  SharedBoards,
  SharedBoardView,
  TrialView,
  WorkshopInfo,
} from '../protocol/schema';
import type { BoardData } from './model';

export const workshop = {
  info: () => ask<WorkshopInfo>('/workshop'),
  board: (board: BoardData, seats: number) => ask<BoardView>('/workshop/board', { board, seats }),
  check: (board: BoardData) => ask<BoardCheck>('/workshop/check', { board }),
  open: (text: string, kind: 'toml' | 'csv', title: string) =>
    ask<PlainBoard>('/workshop/open', { text, kind, title: title.slice(0, 32) }),
  file: (board: BoardData) => ask<BoardText>('/workshop/file', { board }),
  copy: (ruleset: string) => ask<PlainBoard>(`/workshop/copy?ruleset=${encodeURIComponent(ruleset)}`),
  share: (board: BoardData) => ask<SharedBoard>('/boards', { board }),
  shared: () => ask<SharedBoards>('/boards'),
  show: (id: string) => ask<SharedBoardView>(`/boards/${encodeURIComponent(id)}`),
  list: (id: string, listed: boolean) => ask<SharedBoard>(`/boards/${encodeURIComponent(id)}/list`, { listed }),
  report: (id: string, reason: string) => ask<Reported>(`/boards/${encodeURIComponent(id)}/report`, { reason }),
  gallery: () => ask<GalleryView>('/gallery'),
  remove: (id: string) => ask<null>(`/boards/${encodeURIComponent(id)}/delete`, {}),
  try: (board: BoardData, how: { seats: number; level: string; starts: string }) =>
    ask<TrialView>('/trials', { board, ...how }),
  stop: (id: string) => ask<TrialView>(`/trials/${encodeURIComponent(id)}/stop`, {}),
  trial: (id: string) => ask<TrialView>(`/trials/${encodeURIComponent(id)}`),
};
