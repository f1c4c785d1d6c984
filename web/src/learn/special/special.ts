/** Special rules of the published boards, a title and a sentence each: the atlas shows them, and a table tips. */
import { textsIn } from '../../text/catalogue';
import en from './en.json';
import rules from './rules.json';

const ENGLISH: Record<string, string> = en;

/** Where a tip on a rule is of use: the decision at which it first matters, and the numbered rule to read. */
interface Place {
  asked: string;
  rule: string;
  /** The only edition with the rule, where not all have it. */
  edition?: string;
}
const PLACES: Record<string, Place> = rules;

export interface Card {
  key: string;
  title: string;
  text: string;
}
export type SpecialTip = Card & Place;

/** Cards of a board at most; what is numbered above is a tip alone. */
const CARDS = 3;
const MOST = 9;

/** The cards of a board, in the chosen language. */
export const cardsOf = (board: string): Card[] => numbered(board, CARDS);

function numbered(board: string, most: number): Card[] {
  const words = textsIn().special ?? ENGLISH;
  return Array.from({ length: most }, (_, place) => place + 1).flatMap((n) => {
    const key = `${board}.${n}`;
    const [title, text] = [words[`${key}.title`], words[key]];
    return title !== undefined && text !== undefined ? [{ key, title, text }] : [];
  });
}

/** The tips of a board in a game of its: those that its edition has. A board with a short lesson has none. */
export const tipsOf = (board: string, ruleset: string): SpecialTip[] =>
  numbered(board, MOST).flatMap((card) => {
    const place = PLACES[card.key];
    return place && ruleset.startsWith(place.edition ?? '') ? [{ ...card, ...place }] : [];
  });
