/** The German texts: loaded only where German is chosen. */
export { default as game } from '../../../src/kilowatt/table/text/de.toml';
export { default as learn } from './learn.de.json';
export { default as page } from './de.json';
export { default as special } from './special.de.json';
