/** Shows the screen of the address, and puts the shared pictures into the page. */
import { Suspense, useDeferredValue, useEffect, useLayoutEffect } from 'react';
import { useAddress } from './base/route';
import { Sprite } from './glyphs/Sprite';
import { useStore } from './base/store';
import { closed } from './net/api';
import { Invitation } from './parts/Invitation';
import { Newer } from './parts/Newer';
import { routeOf } from './routes';
import { useText } from './text';

export function App() {
  const t = useText();
  // a screen whose code is still on its way leaves the last one where it is
  const address = useDeferredValue(useAddress());
  const route = routeOf(address);
  const title = route.title === null ? null : t(route.title);
  useEffect(() => {
    if (title !== null) document.title = `${title} · Kilowatt`;
  }, [title]);
  useLayoutEffect(() => {
    if (address.fresh) window.scrollTo(0, 0);
  }, [address]);
  if (useStore(closed)) return <Invitation />;
  return (
    <>
      <Sprite />
      <Newer />
      <Suspense fallback={<p className="empty">{t('loading')}</p>}>{route.draw(address)}</Suspense>
    </>
  );
}
