/** Your own plants with what lies on them, where the players are on another tab: on phones. */
import { memo } from 'react';
import { Mines, Minis } from '../parts/Plant';
import { usePart } from '../state/play';
import { useText } from '../text';

export const OwnPlantsRow = memo(function OwnPlantsRow() {
  const t = useText();
  const { own, plants } = usePart(({ game, me, plants }) => ({
    own: me === null ? undefined : game.seats[me],
    plants,
  }));
  if (!own) return null;
  const list = own.plants.flatMap((id) => plants.get(id) ?? []);
  return (
    <div className="own-row">
      <p>
        <b>{t('own')}</b>
        <span>{t('own.powers', { n: own.powers, cities: own.cities.length, earns: own.earns })}</span>
      </p>
      <Minis plants={list} fuel={own.fuel} none={t('player.noplants')} />
      <Mines mines={(own.mines ?? []).flatMap((id) => plants.get(id) ?? [])} sells={own.sells ?? 0} />
    </div>
  );
});
