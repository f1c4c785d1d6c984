/** In a folder of files, in the head of the page: that the game runs here, and whether there is a network. */
import { online } from '../base/online';
import { useStore } from '../base/store';
import { useText } from '../text';

export function Here() {
  const t = useText();
  if (useStore(online)) return <span className="site-here">{t('site.here')}</span>;
  return (
    <span className="site-here site-away" role="status">
      {t('site.away')}
      <span className="site-plays"> · {t('site.plays')}</span>
    </span>
  );
}
