/** What teaches at a table, loaded after it: the coach of a lesson, short lessons, explanations. */
import { useEffect, useState } from 'react';
import type { Tab } from '../state/places';
import { usePart } from '../state/play';
import { Coach } from './Coach';
import { Explain } from './Explain';
import type { Lesson } from './lesson';
import { Tour } from './Tour';
import './learn.css';
import './pictures.css';

const LESSONS = {
  first: () => import('./lessons/first.json'),
  cards: () => import('./lessons/cards.json'),
};

interface Props {
  tab: Tab;
  onTab: (tab: Tab) => void;
  /** Opens the adviser. */
  onAdvise: () => void;
}

export function Learn({ tab, onTab, onAdvise }: Props) {
  const { name } = usePart(({ table }) => ({ name: table.lesson }));
  const [lesson, setLesson] = useState<Lesson | null>(null);
  useEffect(() => {
    if (name !== null)
      void LESSONS[name]().then(
        (loaded) => {
          setLesson(loaded.default as unknown as Lesson);
        },
        () => undefined,
      );
  }, [name]);
  return (
    <>
      {name !== null && lesson !== null && <Coach {...{ name, lesson, tab, onTab, onAdvise }} />}
      {name === null && <Tour tab={tab} onTab={onTab} />}
      <Explain />
    </>
  );
}
