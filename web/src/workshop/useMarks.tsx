/** The links and cities of the canvas. React skips an element that is the same, so a drag makes only what moves again. */
import { useMemo, type ReactElement } from 'react';
import { useSettings } from '../base/settings';
import { CityMark, CityShape, LinkMark, LinkShape } from './Marks';
import { citiesOf, placeOf, scaleOf, type BoardData, type LinkData } from './model';
import type { Editor } from './useEditor';
import { word } from './words';

interface Marks {
  links: ReactElement[];
  cities: ReactElement[];
  /** The cities that are dragged, where they were before. */
  lifted: ReactElement[];
  /** The links of the dragged cities on the board as the drag shows it. */
  follow: (shown: BoardData) => ReactElement[];
}

/** The marks of a board; `lifted` are the cities that are dragged, `start` is the city that a link begins at. */
export function useMarks(
  editor: Editor,
  lifted: ReadonlySet<string>,
  faults: ReadonlySet<string>,
  start: string | null,
): Marks {
  const { board, tool, selected, picked } = editor;
  const { language } = useSettings();
  return useMemo(() => {
    const k = scaleOf(board);
    const homes = new Map(
      board.area.flatMap((area) => area.cities.map((city) => [city.id, { city: city.name, area: area.name }])),
    );
    const named = (city: string): string => homes.get(city)?.city ?? city;
    const moves = ([a, b]: LinkData): boolean => lifted.has(a) || lifted.has(b);
    const linkShape = (of: BoardData, [a, b, cost]: LinkData) => {
      const [x1, y1] = placeOf(of, a);
      const [x2, y2] = placeOf(of, b);
      return { x1, y1, x2, y2, cost, k, lit: picked !== null && picked.includes(a) && picked.includes(b) };
    };
    const cities = citiesOf(board).map((city) => {
      const [x, y] = placeOf(board, city.id);
      const shape = {
        id: city.id,
        x,
        y,
        k,
        label: board.layout.names?.[city.id] ?? city.name,
        side: board.layout.cities[city.id]?.[2] ?? 'e',
        lit: selected.has(city.id) || start === city.id || (picked?.includes(city.id) ?? false),
        fault: faults.has(city.id),
      };
      return { shape, spoken: word('city.spoken', { name: city.name, area: homes.get(city.id)?.area ?? '' }) };
    });
    const moving = board.connections.filter(moves);
    return {
      links: board.connections.map((row) => {
        const [a, b, cost] = row;
        const spoken = word('link.spoken', { a: named(a), b: named(b), cost });
        const tab = tool === 'select' || tool === 'erase';
        return <LinkMark key={`${a} ${b}`} {...linkShape(board, row)} {...{ a, b, tab, spoken }} lifted={moves(row)} />;
      }),
      cities: cities.map(({ shape, spoken }) => (
        <CityMark key={shape.id} {...shape} spoken={spoken} lifted={lifted.has(shape.id)} />
      )),
      lifted: cities
        .filter(({ shape }) => lifted.has(shape.id))
        .map(({ shape }) => <CityShape key={shape.id} {...shape} />),
      follow: (shown) => moving.map((row) => <LinkShape key={`${row[0]} ${row[1]}`} {...linkShape(shown, row)} />),
    };
    // the words of a mark are those of the language
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [board, tool, selected, picked, lifted, faults, start, language]);
}
