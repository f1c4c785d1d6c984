/** Pictures of the coach, drawn in place: they load with the lessons. */

export function Hand() {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path
        d="M7.5 10V4.2a1.4 1.4 0 0 1 2.8 0V9l4.6 1.1a1.7 1.7 0 0 1 1.3 1.9l-.5 3.2a3 3 0 0 1-3 2.5H9.6a3 3 0 0 1-2.4-1.2l-3-4a1.4 1.4 0 0 1 2-1.9z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function Flag() {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path
        d="M5 17.5v-14h9.5l-2.2 3.6 2.2 3.6H5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}

export function Cap() {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path
        d="M10 4 1.8 8 10 12l8.2-4zM5 10v4c1.4 1.5 8.6 1.5 10 0v-4M18 8.4v4.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
