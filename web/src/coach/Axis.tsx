/** One axis of prices: the next bid, how far rivals may go, the likely price, up to where to bid, and the worth. */
import { useRef, type PointerEvent } from 'react';
import type { WorthView } from '../protocol/schema';
import { shapePath } from '../glyphs/shapes';
import { useText } from '../text';

const [WIDE, LINE, EDGE] = [520, 34, 12];
/** How much room a letter takes. */
const LETTER = 6.6;
/** A rival who stops further below the next bid than this part of it is not marked. */
const FAR = 0.25;

interface Props {
  price: WorthView;
  least: number;
  /** Up to where to bid; 0 where it is not worth the next bid. */
  limit: number;
  /** The bid that is prepared by hand; the ring stands there, and dragging it sets it. */
  bid?: number;
  most?: number;
  onBid?: (bid: number) => void;
  /** Rivals who are still bidding; all by default. */
  bidders?: readonly number[];
  /** A question about the price does not tell the answer. */
  bare?: boolean;
}

interface Label {
  at: number;
  text: string;
  className: string;
}

/** Move labels apart that would lie on each other, each as little as it needs; those at the end move back. */
function apart(labels: Label[]): Label[] {
  const placed = labels.toSorted((a, b) => a.at - b.at).map((label) => ({ ...label }));
  const half = (label: Label): number => (label.text.length * LETTER) / 2;
  placed.forEach((label, index) => {
    const before = placed[index - 1];
    const least = before === undefined ? half(label) : before.at + half(before) + half(label) + 8;
    label.at = Math.max(label.at, least);
  });
  placed.toReversed().forEach((label, index, all) => {
    const after = all[index - 1];
    const most = after === undefined ? WIDE - half(label) : after.at - half(after) - half(label) - 8;
    label.at = Math.min(label.at, most);
  });
  return placed;
}

/** Rivals whose limits are worth a mark, those who are still in. */
export const marked = (price: WorthView, least: number, bidders: readonly number[] | undefined): [number, number][] =>
  price.rivals.filter(
    ([seat, limit]) => limit >= (1 - FAR) * least && (bidders === undefined || bidders.includes(seat)),
  );

export function Axis({ price, least, limit, bid = least, most, onBid, bidders, bare = false }: Props) {
  const t = useText();
  const box = useRef<SVGSVGElement>(null);
  const rivals = marked(price, least, bidders);
  const bids = limit > 0 && !bare;
  const marks = [least, bid, ...rivals.map(([, to]) => to)];
  if (!bare) marks.push(price.worth, price.price, ...(bids ? [limit] : []));
  if (bare && most !== undefined) marks.push(most);
  const span = Math.max(10, Math.max(...marks) - Math.min(...marks));
  const low = Math.max(0, Math.min(...marks) - span * 0.12);
  const high = Math.max(...marks, low + span) + span * 0.12;
  const at = (amount: number): number => EDGE + ((WIDE - 2 * EDGE) * (amount - low)) / (high - low);
  const step = [1, 2, 5, 10, 20, 50, 100].find((one) => (high - low) / one <= 10) ?? 200;
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
  const labels = apart([
    ...(bids
      ? [{ at: at(limit), text: `${t('advised.upto')} ${limit}`, className: 'upto' }]
      : [
          {
            at: at(bid),
            text: `${t(bare ? 'advised.upto' : 'advised.next')} ${bid}`,
            className: bare ? 'upto' : 'next',
          },
        ]),
    ...(price.worth === limit || bare
      ? []
      : [{ at: at(price.worth), text: `${t('worth.word')} ${price.worth}`, className: 'worth' }]),
    ...rivals.map(([, to]) => ({ at: at(to), text: String(to), className: 'rival' })),
  ]);
  const kept = t('advised.keep', { n: price.worth - price.price });
  const room = at(price.worth) - at(price.price);
  const spoken = labels.map(({ text }) => text).join(', ');
  const drag = (event: PointerEvent<SVGCircleElement>): void => {
    const area = box.current?.getBoundingClientRect();
    if (!area || onBid === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const share = (((event.clientX - area.left) / area.width) * WIDE - EDGE) / (WIDE - 2 * EDGE);
    const wanted = Math.round(low + share * (high - low));
    onBid(Math.max(least, Math.min(most ?? wanted, wanted)));
  };
  return (
    <svg ref={box} className="advised-axis" viewBox={`0 0 ${WIDE} 72`} role="img" aria-label={spoken}>
      <rect className="rail" x={EDGE} y={LINE - 3} width={WIDE - 2 * EDGE} height={6} rx={3} />
      {bids && (
        <rect className="lit" x={at(least)} y={LINE - 3} width={Math.max(0, at(limit) - at(least))} height={6} />
      )}
      {!bare && <rect className="likely" x={at(price.price) - 14} y={LINE - 6} width={28} height={12} rx={4} />}
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${at(tick)} ${LINE + 4}v4`} className="tick" />
          <text x={at(tick)} y={LINE + 34}>
            {tick}
          </text>
        </g>
      ))}
      {bids && <path d={`M${at(limit)} ${LINE - 16}v22`} className="flag" />}
      {!bare && <path d={`M${at(price.worth)} ${LINE - 14}v20`} className="worth-mark" />}
      {bids && room > kept.length * LETTER + 12 && (
        <g className="keep">
          <path d={`M${at(price.price)} ${LINE + 10}v5H${at(price.worth)}v-5`} />
          <text x={(at(price.price) + at(price.worth)) / 2} y={LINE + 19}>
            {kept}
          </text>
        </g>
      )}
      {rivals.map(([seat, to]) => (
        <path
          key={seat}
          d={shapePath(seat, 7)}
          transform={`translate(${at(to)} ${LINE})`}
          className={`seat-fill seat-${seat}`}
        />
      ))}
      <circle cx={at(bid)} cy={LINE} r={6} className={bids || bare ? 'ring' : 'ring next'} />
      {onBid !== undefined && (
        <circle
          cx={at(bid)}
          cy={LINE}
          r={16}
          className="grip"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={drag}
        />
      )}
      {labels.map((label, place) => (
        <text key={place} x={label.at} y={LINE - 20} className={label.className}>
          {label.text}
        </text>
      ))}
    </svg>
  );
}
