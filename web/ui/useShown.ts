import { useLayoutEffect, useState } from 'react';

/**
 * True while the screen is shown, false while its tab is kept behind another one. A dialog opens by it: antd's moves the
 * focus when its effects start again, and must not do so before it stands.
 */
export function useShown(): boolean {
  const [shown, setShown] = useState(true);
  useLayoutEffect(() => {
    setShown(true);
    return () => setShown(false);
  }, []);
  return shown;
}
