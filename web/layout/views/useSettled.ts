import { useEffect, useState } from 'react';

/** How long the effects of showing a screen again take, at most. */
const settlesInMs = 300;

/** Returns the path once it has been unchanged for a while; undefined before. */
export function useSettled(path: string | undefined): string | undefined {
  const [settled, setSettled] = useState<string>();
  if (settled !== undefined && settled !== path) setSettled(undefined);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(path), settlesInMs);
    return () => clearTimeout(timer);
  }, [path]);
  return settled;
}
