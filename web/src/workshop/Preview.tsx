/** The board as players see it, light and dark. */
import { useEffect, useMemo, useState } from 'react';
import { Board } from '../board/Board';
import { drawn } from '../boards/draw';
import { Dialog } from '../parts/Dialog';
import { layoutView, mapOf, type BoardData } from './model';
import { finished } from './shape';
import { useWords } from './words';

const NOTHING = {};

export function Preview({ board, onClose }: { board: BoardData; onClose: () => void }) {
  const t = useWords();
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? 'light');
  useEffect(() => {
    const before = document.documentElement.dataset.theme;
    document.documentElement.dataset.theme = theme;
    return () => {
      document.documentElement.dataset.theme = before;
    };
  }, [theme]);
  const map = useMemo(() => mapOf(board), [board]);
  const layout = useMemo(() => drawn(map, layoutView(finished(board))), [map, board]);
  return (
    <Dialog title={t('preview')} onClose={onClose} wide className="ws-preview">
      <div className="ws-row" role="group" aria-label={t('preview.theme')}>
        {(['light', 'dark'] as const).map((one) => (
          <button
            type="button"
            key={one}
            aria-pressed={theme === one}
            onClick={() => {
              setTheme(one);
            }}
          >
            {t(`preview.${one}`)}
          </button>
        ))}
      </div>
      <div className="ws-stage">
        <Board
          board={map}
          layout={layout}
          zone={null}
          houses={NOTHING}
          marks={[]}
          step={1}
          me={null}
          names={[]}
          legend={false}
        />
      </div>
    </Dialog>
  );
}
