/** The fuels' pictures in a box of 16. Drawn in place: a market has a hundred, and a reference doubles what each one costs. */
import type { ReactNode } from 'react';

export const FUELS: Record<string, ReactNode> = {
  coal: (
    <>
      <path d="M4.6 1.6 10.8 1l4.4 4.6-.9 6.5L8.4 15 2.3 13 .8 6.4z" fill="currentColor" />
      <path d="M.8 6.4 6 8l4.8-7M6 8l2.4 7M6 8l8.3 4.1" className="facet" fill="none" strokeWidth="1.1" />
    </>
  ),
  oil: (
    <>
      <path d="M8 .8s5.2 5.9 5.2 9.3a5.2 5.2 0 0 1-10.4 0C2.8 6.7 8 .8 8 .8z" fill="currentColor" />
      <path d="M5.1 10.2a3 3 0 0 0 2.3 2.7" className="facet" fill="none" strokeWidth="1.2" />
    </>
  ),
  garbage: (
    <>
      <path d="M1.5 3.2h4V1.5h5v1.7h4v1.9h-13zM2.7 6h10.6l-.8 9.2h-9z" fill="currentColor" />
      <path d="M5.9 7.8v5.6M8 7.8v5.6M10.1 7.8v5.6" className="facet" fill="none" strokeWidth="1" />
    </>
  ),
  uranium: (
    <>
      <circle cx="8" cy="8" r="7.4" fill="currentColor" />
      <path
        className="facet-fill"
        d="M8 6.3 5.3 2.2a6.5 6.5 0 0 1 5.4 0zM6.5 8.9l-5 .5a6.5 6.5 0 0 0 2.7 4.6zM9.5 8.9l5 .5a6.5 6.5 0 0 1-2.7 4.6z"
      />
      <circle cx="8" cy="8" r="1.3" className="facet-fill" />
    </>
  ),
  gas: (
    <>
      <path
        d="M8.3.8c.4 3 4.9 4.6 4.9 8.9A5.3 5.3 0 0 1 8 15.2a5.3 5.3 0 0 1-5.2-5.5c0-2.3 1.3-3.5 2.2-4.7.2 1.3.6 2 1.4 2.4C6.2 4.9 6.6 2.6 8.3.8z"
        fill="currentColor"
      />
      <path
        className="facet-fill"
        d="M8.2 9c.3 1.3 1.7 1.8 1.7 3.3A2 2 0 0 1 8 14.2a2 2 0 0 1-1.9-2c0-1.4 1.6-1.8 2.1-3.2z"
      />
    </>
  ),
  eco: (
    <>
      <path
        d="M8.6 7.4 9.2 16H6.8l.6-8.6zM8 6.9C7.2 5.2 7 2.4 7.6.3c1.2 1.9 1.5 4.6 1.1 6.5zM7.5 7.5C6.2 8.8 3.5 9.8 1.3 9.7 2.6 8 5.1 6.9 7.1 6.8zM8.5 7.5c1.8.3 4.2 1.8 5.3 3.7-2.2 0-4.5-1.5-5.7-3.1z"
        fill="currentColor"
      />
    </>
  ),
  fusion: (
    <>
      <g fill="none" stroke="currentColor" strokeWidth="1.3">
        <ellipse cx="8" cy="8" rx="7.2" ry="2.8" />
        <ellipse cx="8" cy="8" rx="7.2" ry="2.8" transform="rotate(60 8 8)" />
        <ellipse cx="8" cy="8" rx="7.2" ry="2.8" transform="rotate(120 8 8)" />
      </g>
      <circle cx="8" cy="8" r="1.7" fill="currentColor" />
    </>
  ),
};

/** The silhouettes of plants by what they burn. */
export const WORKS = (
  <>
    <symbol id="w-coal" viewBox="0 0 80 36">
      <path d="M2 36V22h16V6h6v16h4V2h6v20h8l8-8v8l8-8v8l8-8v22z" />
      <path d="M20 3q3-4 6-1t6-1" fill="none" stroke="currentColor" strokeWidth="2" />
    </symbol>
    <symbol id="w-oil" viewBox="0 0 80 36">
      <path d="M4 36V13q10-5 21 0v23zM29 36V18q8-4 17 0v18zM50 36 58 6h5l8 30h-5l-2-8h-7l-2 8zm8.5-13h4l-2-8z" />
    </symbol>
    <symbol id="w-garbage" viewBox="0 0 80 36">
      <path d="M2 36V19l22-9v26zM28 36V4h7v32zM40 36V22l30-10v5L48 26v2l26-7v15z" />
    </symbol>
    <symbol id="w-uranium" viewBox="0 0 80 36">
      <path d="M4 36q6-14 2-31h20q-4 17 2 31zM32 36q5-10 2-24h15q-3 14 2 24zM55 36V22a10 10 0 0 1 20 0v14z" />
    </symbol>
    <symbol id="w-gas" viewBox="0 0 80 36">
      <path d="M3 36V20a12 12 0 0 1 24 0v16zM31 36V22a9 9 0 0 1 18 0v14zM54 36V6h6v30zM64 36V18h12v18z" />
    </symbol>
    <symbol id="w-eco" viewBox="0 0 80 36">
      <path d="M0 36q20-10 40-6t40-2v8z" />
      <path
        d="M24 30 25 13M25 13 17 18M25 13l9 4M25 13 25 3M56 30l1-13M57 17l-8 4M57 17l8 4M57 17 57 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
      />
    </symbol>
    <symbol id="w-fusion" viewBox="0 0 80 36">
      <path d="M10 36V20h60v16z" />
      <g fill="none" stroke="currentColor" strokeWidth="3">
        <ellipse cx="40" cy="14" rx="22" ry="9" />
        <ellipse cx="40" cy="14" rx="9" ry="12" />
      </g>
    </symbol>
    <symbol id="w-hybrid" viewBox="0 0 80 36">
      <path d="M2 36V22h12V6h6v30zM24 36V16h8v20zM38 36V14q8-4 16 0v22zM58 36V18q8-4 17 0v18z" />
    </symbol>
  </>
);
