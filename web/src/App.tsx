/** Shows the screen of the address, and puts the shared pictures into the page. */
import { Suspense, useDeferredValue, useEffect, useLayoutEffect } from 'react';
import { useAddress } from './base/route';
import { isSite } from './base/site';
import { Sprite } from './glyphs/Sprite';
import { useStore } from './base/store';
import { closed } from './net/api';
import { Away } from './parts/Away';
import { Invitation } from './parts/Invitation';
import { DeviceNotes } from './parts/DeviceNotes';
import { Newer } from './parts/Newer';
import { routeOf } from './routes';
import { useText } from './text';

export function App() {
  const t = useText();
  // a screen whose code is still on its way leaves the last one where it is
  const wanted = useAddress();
  const address = useDeferredValue(wanted);
  const route = routeOf(address);
  const title = route.title === null ? null : t(route.title);
  useEffect(() => {
    if (title !== null) document.title = `${title} · Kilowatt`;
  }, [title]);
  useLayoutEffect(() => {
    if (address.fresh) window.scrollTo(0, 0);
  }, [address]);
  if (useStore(closed))
    return (
      <>
        <Sprite />
        <Invitation />
      </>
    );
  return (
    <>
      <Sprite />
      <Newer />
      {isSite ? <DeviceNotes /> : <Away />}
      {/* what is pressed while the next screen is on its way is meant for that one */}
      <div className="screen-shown" inert={wanted.place !== address.place || wanted.code !== address.code}>
        <Suspense fallback={<p className="empty">{t('loading')}</p>}>{route.draw(address)}</Suspense>
      </div>
    </>
  );
}
