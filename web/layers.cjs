/** The order of the folders in src, lowest first: a module may import from its own folder and from those before it. */
const LAYERS = [
  'styles', // style sheets that all screens share
  'protocol', // the server's messages, generated
  'base', // what belongs to the browser: settings, address, sound
  'worker', // Python in the browser, in threads of its own
  'net', // what answers: a server or a worker; requests, and the line of a table
  'text', // sentences
  'boards', // where things lie on a board
  'glyphs', // pictures
  'state', // what a screen knows of a game
  'parts', // small pieces of the screen
  'board', // the board as it is drawn
  'learn', // lessons and help
  'coach', // advice
  'panels', // the parts of a table
  'moments', // what is worth a scene
  'console', // where decisions are taken
  'review',
  'profile',
  'notifications',
  'days', // pauses, days off, moves to take back
  'drawers', // what opens over a screen
  'frame', // the head of every page
  'workshop',
  'home', // lists of games
  'people',
  'puzzles',
  'challenges', // short tasks
  'end', // the end of a game
  'real', // a game on a real board
  'screens',
  'atlas', // choosing a board
];

const folders = (names) => `^src/(${names.join('|')})/`;
const TOP = '^src/[^/]+$';

module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-folder-has-a-layer',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: folders(LAYERS) },
      to: {},
    },
    {
      name: 'every-folder-imported-has-a-layer',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: folders(LAYERS) },
    },
    ...LAYERS.map((layer, at) => ({
      name: `above-${layer}`,
      severity: 'error',
      from: { path: folders([layer]) },
      to: { path: at + 1 < LAYERS.length ? `${folders(LAYERS.slice(at + 1))}|${TOP}` : TOP },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^\\.\\.' },
    // imports of types count too
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
