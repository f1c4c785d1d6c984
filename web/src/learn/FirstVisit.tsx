/** What a device sees that has never played: the game in one sentence and four pictures, and the way to learn it. */
import { type ReactNode } from 'react';
import { Fuel, Icon } from '../glyphs/glyphs';
import { PlantFace } from '../parts/Plant';
import type { PlantRow } from '../protocol/schema';
import { useLearnText } from './text';
import './visit.css';

/** A plant of the published decks; the numbers in the text below it are its own. */
const PLANT: PlantRow = {
  id: '25',
  number: 25,
  kind: 'coal',
  fuels: ['coal'],
  need: 2,
  cities: 5,
  income: 0,
  holds: 4,
  back: null,
  printed: true,
};

function Cells() {
  return (
    <span className="visit-cells">
      {[2, 3, 4].map((price) => (
        <span key={price}>
          <span className="cell">
            {Array.from({ length: price === 2 ? 2 : 3 }, (_, n) => (
              <Fuel key={n} kind="coal" />
            ))}
          </span>
          <small>{price}</small>
        </span>
      ))}
    </span>
  );
}

function Cities() {
  return (
    <svg viewBox="0 0 180 100" className="visit-map">
      <path d="M28 76 92 28 152 80" className="visit-line" />
      {[
        [28, 76],
        [92, 28],
        [152, 80],
      ].map(([x, y]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <circle r="17" className="visit-city" />
          <circle r="6" cx="-5" className="seat-fill seat-0" />
        </g>
      ))}
      <text x="56" y="44" className="visit-cost">
        5
      </text>
      <text x="128" y="46" className="visit-cost">
        2
      </text>
    </svg>
  );
}

function Earnings() {
  return (
    <span className="visit-earn">
      {[
        [3, 44],
        [5, 64],
        [8, 90],
      ].map(([cities, pay]) => (
        <span key={cities}>
          {cities} <Icon name="house" />
          <i>
            <i style={{ width: `${pay}%` }} />
          </i>
          <b>{pay}</b>
        </span>
      ))}
    </span>
  );
}

interface Props {
  busy: boolean;
  onLearn: () => void;
  onKnown: () => void;
}

export function FirstVisit({ busy, onLearn, onKnown }: Props) {
  const t = useLearnText();
  const pictures: [string, ReactNode][] = [
    [
      'bid',
      <span className="plant visit-plant" key="plant">
        <PlantFace plant={PLANT} holds={false} />
      </span>,
    ],
    ['fuel', <Cells key="cells" />],
    ['build', <Cities key="cities" />],
    ['earn', <Earnings key="earn" />],
  ];
  return (
    <section className="visit" aria-labelledby="h-visit">
      <div className="visit-text">
        <h1 id="h-visit">{t('visit.title')}</h1>
        <p>{t('visit.text')}</p>
        <p className="visit-buttons">
          <button type="button" className="primary" onClick={onLearn} aria-busy={busy}>
            {t('visit.learn')}
          </button>
          <button type="button" onClick={onKnown}>
            {t('visit.known')}
          </button>
        </p>
        <small>{t('visit.free')}</small>
      </div>
      <ol className="visit-cards">
        {pictures.map(([key, picture], index) => (
          <li key={key}>
            <span className="visit-picture" aria-hidden="true">
              {picture}
            </span>
            <b>
              <i aria-hidden="true">{index + 1}</i> {t(`visit.${key}.title`)}
            </b>
            <span>{t(`visit.${key}`)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
