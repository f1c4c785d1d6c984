/** The published boards: those of the base games, and those of expansions. What else a server has is its host's own. */
export const ORIGINALS: readonly string[] = [
  'germany_classic',
  'usa_classic',
  'korea',
  'china',
  'europe',
  'north_america',
  'germany',
  'usa',
  '',
];

export const EXPANSIONS: readonly string[] = [
  'france',
  'italy',
  'benelux',
  'central_europe',
  'brazil',
  'spain_portugal',
  'russia',
  'japan',
  'quebec',
  'baden_wuerttemberg',
  'northern_europe',
  'uk_ireland',
  'australia',
  'india',
  'middle_east',
  'south_africa',
  'bremen',
  'manhattan',
];
