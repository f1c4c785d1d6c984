/** The keyboard of the table: letters lead to panels, Enter plays the primary button, Ctrl Z takes back. */
import { useEffect } from 'react';
import { settings } from './settings';

export interface KeyActions {
  focus: (id: string) => void;
  open: (drawer: 'hint' | 'planner' | 'rules' | 'keys') => void;
  undo: () => void;
  primary: () => void;
  step: (by: number | 'first' | 'last') => void;
  replaying: boolean;
  press: (selector: string) => void;
}

const PLACES: Record<string, string> = { g: 'console', m: 'board', k: 'plants', f: 'fuel', y: 'players', l: 'log' };
const DRAWERS: Record<string, 'hint' | 'planner' | 'rules' | 'keys'> = {
  h: 'hint',
  n: 'planner',
  r: 'rules',
  '?': 'keys',
};
const STEPS: Record<string, number | 'first' | 'last'> = { ArrowLeft: -1, ArrowRight: 1, Home: 'first', End: 'last' };

export function useKeys(actions: KeyActions): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : document.body;
      const typing = target.matches('input, select, textarea');
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !typing) {
        event.preventDefault();
        actions.undo();
        return;
      }
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        document.querySelector('dialog:modal')
      )
        return;
      const step = STEPS[event.key];
      if (actions.replaying && step !== undefined && !typing) {
        event.preventDefault();
        actions.step(step);
        return;
      }
      if (event.key === 'Enter' && !target.matches('a, button, input, select, textarea, summary, [role=button]')) {
        actions.primary();
        return;
      }
      if (typing || !settings.get().letters) return;
      const key = event.key.toLowerCase();
      const place = PLACES[key];
      const drawer = DRAWERS[key];
      if (place !== undefined) actions.focus(place);
      else if (drawer !== undefined) actions.open(drawer);
      else if (key === 'x') actions.press('.console .pass');
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
    };
  }, [actions]);
}
