import { useEffect, useState } from 'react';

/** Long enough for whatever a screen does when it is shown again. */
const settlesInMs = 300;

/** The path shown, once it has been shown for a while; nothing in between. */
export function useSettled(path: string | undefined): string | undefined {
  const [settled, setSettled] = useState<string>();
  if (settled !== undefined && settled !== path) setSettled(undefined);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(path), settlesInMs);
    return () => clearTimeout(timer);
  }, [path]);
  return settled;
}
