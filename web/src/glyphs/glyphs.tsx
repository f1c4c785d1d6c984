/** Small pictures: fuel, icon, player shape, plant silhouette. They are decoration; the words beside them are read. */
import { memo } from 'react';
import { FUELS } from './fuels';
import { shapePath } from './shapes';

export const Fuel = memo(function Fuel({ kind, className = '' }: { kind: string; className?: string }) {
  return (
    <svg className={`fuel of-${kind} ${className}`} viewBox="0 0 16 16" aria-hidden="true">
      {FUELS[kind]}
    </svg>
  );
});

export const Icon = memo(function Icon({ name, className = '' }: { name: string; className?: string }) {
  return (
    <svg className={`icon ${className}`} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
});

export const Works = memo(function Works({ kind }: { kind: string }) {
  return (
    <svg className={`works of-${kind}`} viewBox="0 0 80 36" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <use href={`#w-${kind}`} />
    </svg>
  );
});

/** A seat's shape in its colour; the Trust is a grey ring with a T. */
export const Token = memo(function Token({ seat, size = 20 }: { seat: number | 'trust'; size?: number }) {
  return (
    <svg className="token" width={size} height={size} viewBox="-10 -10 20 20" aria-hidden="true">
      {seat === 'trust' ? (
        <>
          <circle r="7.6" className="trust-ring" />
          <text className="trust-letter" y="3.6" textAnchor="middle">
            T
          </text>
        </>
      ) : (
        <path d={shapePath(seat, 7.9)} className={`seat-fill seat-${seat}`} />
      )}
    </svg>
  );
});

/** An amount of money. */
export function Money({ amount, hidden = '•••' }: { amount: number | null; hidden?: string }) {
  return (
    <span className="money">
      <Icon name="money" />
      {amount === null ? hidden : amount}
    </span>
  );
}
