/** The parts of the table screen that one can go to: tabs, and drawers over them. */

export type Tab = 'board' | 'plants' | 'fuel' | 'players' | 'log' | 'chat' | 'orders';
export type Drawer = 'hint' | 'planner' | 'cities' | 'rules' | 'keys' | 'menu';
