/** All pictures that are used many times, drawn once and referred to by name: plant silhouettes, icons. */
import { WORKS } from './fuels';

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.7,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const ICONS = (
  <>
    <symbol id="i-bolt" viewBox="0 0 16 16">
      <path d="M9.5 1 3 9h4.3L6.5 15 13 7H8.7z" fill="currentColor" />
    </symbol>
    <symbol id="i-star" viewBox="0 0 16 16">
      <path d="m8 1 2.1 4.6 5 .6-3.7 3.4 1 5L8 12.1l-4.4 2.5 1-5L.9 6.2l5-.6z" fill="currentColor" />
    </symbol>
    <symbol id="i-house" viewBox="0 0 16 16">
      <path d="M8 2 1.5 7.5V14h13V7.5z" fill="currentColor" />
    </symbol>
    <symbol id="i-money" viewBox="0 0 16 16">
      <circle cx="8" cy="8" r="6.6" {...line} strokeWidth="1.5" />
      <path d="M8.8 3.8 5 8.6h2.6l-.5 3.6L11 7.4H8.3z" fill="currentColor" />
    </symbol>
    <symbol id="i-chat" viewBox="0 0 20 20">
      <path
        d="M3 4h14v9.5H8.5L5 17v-3.5H3z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinejoin="round"
      />
    </symbol>
    <symbol id="i-bulb" viewBox="0 0 20 20">
      <path d="M7 14.5h6M8 17h4M10 2.5a5.2 5.2 0 0 0-3 9.4v2.6h6v-2.6a5.2 5.2 0 0 0-3-9.4z" {...line} />
    </symbol>
    <symbol id="i-plan" viewBox="0 0 20 20">
      <path d="M3 5h14M3 10h14M3 15h14" {...line} />
      <circle cx="7" cy="5" r="2" fill="currentColor" />
      <circle cx="13" cy="10" r="2" fill="currentColor" />
      <circle cx="6" cy="15" r="2" fill="currentColor" />
    </symbol>
    <symbol id="i-book" viewBox="0 0 20 20">
      <path
        d="M10 5C8 3.5 5 3.5 2.5 4v12c2.5-.5 5.5-.5 7.5 1 2-1.5 5-1.5 7.5-1V4C15 3.5 12 3.5 10 5zm0 0v12"
        {...line}
      />
    </symbol>
    <symbol id="i-sound" viewBox="0 0 20 20">
      <path d="M3 8v4h3l4 3.5v-11L6 8zM13 7.5q2 2.5 0 5M15.5 5q4 5 0 10" {...line} />
    </symbol>
    <symbol id="i-mute" viewBox="0 0 20 20">
      <path d="M3 8v4h3l4 3.5v-11L6 8zM13 8l4 4M17 8l-4 4" {...line} />
    </symbol>
    <symbol id="i-menu" viewBox="0 0 20 20">
      <path d="M3 5h14M3 10h14M3 15h14" {...line} />
    </symbol>
    <symbol id="i-clock" viewBox="0 0 20 20">
      <circle cx="10" cy="10" r="7.5" {...line} />
      <path d="M10 5.5V10l3 2" {...line} />
    </symbol>
    <symbol id="i-play" viewBox="0 0 16 16">
      <path d="M4 2.5v11l9-5.5z" fill="currentColor" />
    </symbol>
    <symbol id="i-pause" viewBox="0 0 16 16">
      <path d="M4 3h3v10H4zM9 3h3v10H9z" fill="currentColor" />
    </symbol>
    <symbol id="i-step-next" viewBox="0 0 16 16">
      <path d="m6 3 5 5-5 5" {...line} strokeWidth="2.2" />
    </symbol>
    <symbol id="i-step-back" viewBox="0 0 16 16">
      <path d="M10 3 5 8l5 5" {...line} strokeWidth="2.2" />
    </symbol>
    <symbol id="i-round-next" viewBox="0 0 16 16">
      <path d="m3 3 5 5-5 5M8 3l5 5-5 5" {...line} strokeWidth="2.2" />
    </symbol>
    <symbol id="i-round-back" viewBox="0 0 16 16">
      <path d="M13 3 8 8l5 5M8 3 3 8l5 5" {...line} strokeWidth="2.2" />
    </symbol>
    <symbol id="i-first" viewBox="0 0 16 16">
      <path d="M3 3v10M12 3 7 8l5 5" {...line} strokeWidth="2.2" />
    </symbol>
    <symbol id="i-last" viewBox="0 0 16 16">
      <path d="M13 3v10M4 3l5 5-5 5" {...line} strokeWidth="2.2" />
    </symbol>
    <symbol id="i-undo" viewBox="0 0 20 20">
      <path d="M7 4 3.5 7.5 7 11M4 7.5h7.5a4.5 4.5 0 0 1 0 9H8" {...line} />
    </symbol>
    <symbol id="i-up" viewBox="0 0 20 20">
      <path d="m4 13 6-6 6 6" {...line} strokeWidth="2.2" />
    </symbol>
    <symbol id="i-check" viewBox="0 0 20 20">
      <path d="m4 10.5 4 4 8-9" {...line} strokeWidth="2.2" />
    </symbol>
    <symbol id="i-lock" viewBox="0 0 16 16">
      <path d="M3 7h10v7H3zM5 7V5a3 3 0 0 1 6 0v2" {...line} />
      <path d="M3 7h10v7H3z" fill="currentColor" />
    </symbol>
    <symbol id="i-map" viewBox="0 0 20 20">
      <path d="m2.5 5 5-2 5 2 5-2v12l-5 2-5-2-5 2zM7.5 3v12M12.5 5v12" {...line} />
    </symbol>
    <symbol id="i-card" viewBox="0 0 20 20">
      <rect x="4" y="2.5" width="12" height="15" rx="2" {...line} />
      <path d="M11 5.5 7.5 10h2.3l-.6 4 3.7-4.8h-2.5z" fill="currentColor" />
    </symbol>
    <symbol id="i-people" viewBox="0 0 20 20">
      <circle cx="7.5" cy="6.5" r="3" {...line} />
      <path d="M2 17c0-7 11-7 11 0M13 3.8a3 3 0 0 1 0 5.5M15 11.5c2 .5 3.2 2.5 3.2 5.5" {...line} />
    </symbol>
    <symbol id="i-list" viewBox="0 0 20 20">
      <path d="M7 5h10M7 10h10M7 15h10M3 5h.1M3 10h.1M3 15h.1" {...line} strokeWidth="2" />
    </symbol>
    <symbol id="i-close" viewBox="0 0 20 20">
      <path d="m5 5 10 10M15 5 5 15" {...line} />
    </symbol>
    <symbol id="i-link" viewBox="0 0 20 20">
      <path
        d="M8.5 11.5a3.5 3.5 0 0 0 5 0l3-3a3.5 3.5 0 0 0-5-5L10 5M11.5 8.5a3.5 3.5 0 0 0-5 0l-3 3a3.5 3.5 0 0 0 5 5L10 15"
        {...line}
      />
    </symbol>
    <symbol id="i-save" viewBox="0 0 20 20">
      <path d="M10 3v9M6 8.5l4 4 4-4M3 13v3.5h14V13" {...line} />
    </symbol>
    <symbol id="i-bell" viewBox="0 0 20 20">
      <path d="M10 3a5 5 0 0 0-5 5v3l-1.5 3h13L15 11V8a5 5 0 0 0-5-5zM8.2 16.5a2 2 0 0 0 3.6 0" {...line} />
    </symbol>
    <symbol id="i-pencil" viewBox="0 0 20 20">
      <path d="M3 17l1-4L13.5 3.5a2 2 0 0 1 3 3L7 16zM11.5 5.5l3 3" {...line} />
    </symbol>
    <symbol id="i-eye" viewBox="0 0 20 20">
      <path d="M1.5 10Q10-1 18.5 10 10 21 1.5 10z" {...line} />
      <circle cx="10" cy="10" r="2.7" fill="currentColor" />
    </symbol>
  </>
);

/** Put once into the page. */
export function Sprite() {
  return (
    <svg className="sprite" aria-hidden="true" focusable="false">
      <defs>
        {WORKS}
        {ICONS}
      </defs>
    </svg>
  );
}
