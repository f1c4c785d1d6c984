/** Above the canvas of a report: which layer it shows, with what its marks mean. */
import type { Layer } from './UseMap';
import { useWords } from './words';

export function LayerBar({
  layer,
  played,
  onLayer,
}: {
  layer: Layer;
  played: boolean;
  onLayer: (layer: Layer) => void;
}) {
  const t = useWords();
  return (
    <div className="ws-hint ws-layers">
      <span role="group" aria-label={t('layer')}>
        {(['costs', 'use', 'starts'] as const).map((one) => (
          <button
            type="button"
            key={one}
            disabled={!played && one !== 'costs'}
            aria-pressed={layer === one}
            onClick={() => {
              onLayer(one);
            }}
          >
            {t(`layer.${one}`)}
          </button>
        ))}
      </span>
      <span>{t(played ? `layer.${layer}.what` : 'report.none')}</span>
    </div>
  );
}
