/** The pictures of the tools. */
import type { Tool } from './useEditor';

const PATHS: Record<Tool | 'report', string> = {
  select: 'M5 3l4 13 2.2-5.3L16.5 9z',
  city: 'M10 3.5a6.5 6.5 0 1 0 .01 0zM10 8a2 2 0 1 0 .01 0z',
  link: 'M5.5 12.5a2 2 0 1 0 .01 0zM14.5 3.5a2 2 0 1 0 .01 0zM7 13 13 7',
  area: 'M10 3l6 3.5-1.5 8-9 1.5-2-7z',
  erase: 'M4 12l7-8 5 4.5-7 8H6.5zM8 7.5l5 4.5',
  report: 'M4 16V9M8 16V4M12 16v-5M16 16V7',
  trace: 'M3 4.5h14v11H3zM4 14l4-5 3 3 2-2 3.5 4',
};

export const ToolIcon = ({ tool }: { tool: Tool | 'report' }) => (
  <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path
      d={PATHS[tool]}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
