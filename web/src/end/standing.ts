/** The standing at the end as rows and sentences: who won and why, your own place in words. */
import type { GameView, TableView } from '../protocol/schema';
import { settings } from '../base/settings';
import { say, sayCode, type Key } from '../text';

export interface Row {
  seat: number;
  place: number;
  /** Cities powered, or points in the card game. */
  score: number;
  /** In the card game what is left over after points are counted: the rest is in the score. */
  money: number | null;
  /** What is compared where score and money are equal: the network's cities, or the card game's largest plant. */
  further: number;
}

export function rowsOf({ result, seats }: Pick<GameView, 'result' | 'seats'>, cards: boolean): Row[] {
  let place = 1;
  return (result?.ranking ?? []).flatMap((group) => {
    const here = place;
    place += group.length;
    return group.map((seat) => {
      const score = result?.scores[seat] ?? {};
      return {
        seat,
        place: here,
        score: (cards ? score.points : score.powered) ?? seats[seat]?.powers ?? 0,
        money: score.money ?? seats[seat]?.money ?? null,
        further: (cards ? score.plant : score.cities) ?? 0,
      };
    });
  });
}

const list = (names: readonly string[]): string => new Intl.ListFormat(settings.get().language).format(names);

/** A number as a word where the language writes one. */
const numeral = (kind: 'ordinal' | 'number', n: number): string => sayCode(kind, String(n));

export interface Words {
  title: string;
  why: string;
  /** Your own place; null for those who only look, or who play several seats. */
  place: string | null;
  detail: string;
}

interface Facts {
  rows: readonly Row[];
  cards: boolean;
  names: readonly string[];
  yours: TableView['yours'];
}

const score = (n: number, cards: boolean): string => say(cards ? 'end.points' : 'end.cities', { n });

/** The first of those who have the same score has more money than any other of them. */
const byMoney = ([first, second]: readonly Row[]): boolean => (first?.money ?? 0) > (second?.money ?? 0);

/** Why the first is first. */
function whyOf({ rows, cards }: Facts): string {
  const [top] = rows;
  if (!top) return '';
  const reached = score(top.score, cards);
  const like = rows.filter((row) => row.score === top.score);
  const first = rows.filter((row) => row.place === 1).length;
  if (first > 1) return say('end.why.shared', { score: reached });
  if (like.length === 1) return say('end.why.only', { score: reached });
  if (byMoney(like)) return say(cards ? 'end.why.rest' : 'end.why.money', { n: like.length, score: reached });
  const level = like.filter((row) => row.money === top.money).length;
  return say(cards ? 'end.why.plant' : 'end.why.network', { n: level, score: reached, further: top.further });
}

/** What decided your place, in figures. */
function detailOf({ rows, cards, names }: Facts, own: Row): string {
  const name = (row: Row): string => names[row.seat] ?? '';
  const like = rows.filter((row) => row !== own && row.score === own.score);
  if (like.length > 0) {
    const money = like.map((row) => {
      const more = (row.money ?? 0) - (own.money ?? 0);
      const key: Key = more > 0 ? 'end.more' : more < 0 ? 'end.less' : 'end.even';
      return say(key, { name: name(row), n: Math.abs(more) });
    });
    const known = !cards && own.money !== null && like.every((row) => row.money !== null);
    return [
      say('end.like', { score: score(own.score, cards), names: list(like.map(name)) }),
      ...(known ? money : []),
    ].join(' ');
  }
  const other = own.place === 1 ? rows.find((row) => row.place > 1) : rows[0];
  if (!other) return score(own.score, cards);
  return say(own.place === 1 ? 'end.ahead' : 'end.behind', {
    score: score(own.score, cards),
    n: Math.abs(other.score - own.score),
    name: name(other),
  });
}

export function wordsOf(facts: Facts): Words {
  const { rows, names, yours } = facts;
  const first = rows.filter((row) => row.place === 1).map((row) => row.seat);
  const mine = first.filter((seat) => yours.includes(seat));
  const others = first.filter((seat) => !yours.includes(seat)).map((seat) => names[seat] ?? '');
  const title =
    first.length === 0
      ? say('end.early')
      : mine.length === 0
        ? first.length > 1
          ? say('end.share', { names: list(others) })
          : say('end.wins', { name: others[0] ?? '' })
        : others.length > 0
          ? say('end.share.you', { names: list(others) })
          : say('end.won');
  const own = yours.length === 1 ? rows.find((row) => row.seat === yours[0]) : undefined;
  const place = own
    ? say('end.place', { place: numeral('ordinal', own.place), n: numeral('number', rows.length) })
    : null;
  return { title, why: whyOf(facts), place, detail: own ? detailOf(facts, own) : '' };
}

/** What stands under a row's money where money decided: the most of those with this score, or how much less. */
export function moneyNote(row: Row, rows: readonly Row[]): string {
  const like = rows.filter((one) => one.score === row.score);
  const [most] = like;
  if (like.length < 2 || !most || row.money === null || most.money === null) return '';
  if (row === most) return byMoney(like) ? say('end.most', { n: row.score }) : '';
  return row.money < most.money ? say('end.lessthan', { n: most.money - row.money }) : '';
}
