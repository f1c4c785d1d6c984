/** The links and cities of the canvas. A drag makes only those again that move: React skips an element that is the same. */
import { useMemo, type ReactElement } from 'react';
import { useSettings } from '../state/settings';
import { CityMark, LinkMark } from './Marks';
import { citiesOf, placeOf, scaleOf, type BoardData, type CityData, type LinkData } from './model';
import type { Editor } from './useEditor';
import { word } from './words';

interface Marks {
  links: ReactElement[];
  cities: ReactElement[];
}

/** The marks of a board; `shown` is the board with what is dragged at its place, `start` the city that a link begins at. */
export function useMarks(editor: Editor, shown: BoardData, faults: ReadonlySet<string>, start: string | null): Marks {
  const { board, tool, selected, picked } = editor;
  const { language } = useSettings();
  const cities = useMemo(() => citiesOf(board), [board]);
  const makers = useMemo(() => {
    const k = scaleOf(board);
    const homes = new Map(
      board.area.flatMap((area) => area.cities.map((city) => [city.id, { city: city.name, area: area.name }])),
    );
    const named = (city: string): string => homes.get(city)?.city ?? city;
    const linkMark = (of: BoardData, [a, b, cost]: LinkData): ReactElement => {
      const [x1, y1] = placeOf(of, a);
      const [x2, y2] = placeOf(of, b);
      const lit = picked !== null && picked.includes(a) && picked.includes(b);
      const spoken = word('link.spoken', { a: named(a), b: named(b), cost });
      const tab = tool === 'select' || tool === 'erase';
      return <LinkMark key={`${a} ${b}`} {...{ a, b, x1, y1, x2, y2, cost, k, lit, tab, spoken }} />;
    };
    const cityMark = (of: BoardData, city: CityData): ReactElement => {
      const [x, y] = placeOf(of, city.id);
      return (
        <CityMark
          key={city.id}
          id={city.id}
          x={x}
          y={y}
          k={k}
          label={of.layout.names?.[city.id] ?? city.name}
          side={of.layout.cities[city.id]?.[2] ?? 'e'}
          lit={selected.has(city.id) || start === city.id || (picked?.includes(city.id) ?? false)}
          fault={faults.has(city.id)}
          spoken={word('city.spoken', { name: city.name, area: homes.get(city.id)?.area ?? '' })}
        />
      );
    };
    return { linkMark, cityMark };
    // the words of a mark are those of the language
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [board, tool, selected, picked, faults, start, language]);
  const still = useMemo(
    () => ({
      links: board.connections.map((row) => makers.linkMark(board, row)),
      cities: cities.map((city) => makers.cityMark(board, city)),
    }),
    [board, cities, makers],
  );
  if (shown === board) return still;
  return {
    links: still.links.map((mark, index) => {
      const row = board.connections[index];
      return row && (selected.has(row[0]) || selected.has(row[1])) ? makers.linkMark(shown, row) : mark;
    }),
    cities: still.cities.map((mark, index) => {
      const city = cities[index];
      return city && selected.has(city.id) ? makers.cityMark(shown, city) : mark;
    }),
  };
}
