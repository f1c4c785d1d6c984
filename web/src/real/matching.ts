/** Cities by what was typed: letters at the beginning first, accents do not matter, and Köln is also koe. */

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '');

export function matching<T extends { id: string; name: string }>(cities: readonly T[], typed: string): T[] {
  const wanted = plain(typed);
  if (wanted === '') return [];
  const words = (city: T): string[] => [plain(city.name), plain(city.id)];
  const starts = cities.filter((city) => words(city).some((word) => word.startsWith(wanted)));
  const holds = cities.filter((city) => words(city).some((word) => word.includes(wanted)) && !starts.includes(city));
  return [...starts, ...holds];
}
