import { useEffect, useState } from 'react';
import type { ScanContent } from '../../sending/logged-scan.ts';

/** Where the handheld is, as long as this is used; undefined if it does not know, or nobody lets it. */
export function usePosition(): ScanContent['position'] {
  const [position, setPosition] = useState<ScanContent['position']>();
  useEffect(() => {
    if (!('geolocation' in navigator)) return undefined;
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        setPosition({ latitude, longitude, accuracy: Math.min(accuracy, farthest) }),
      // Where nobody lets it, or in a cellar, a code is inspected without a position.
      () => setPosition(undefined),
      { enableHighAccuracy: true, maximumAge: stale },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, []);
  return position;
}

/** How old a position may be, in milliseconds: a shop is inspected for longer. */
const stale = 60_000;
/** In metres: what is less accurate says nothing. */
const farthest = 1_000_000;
