import { usePending } from '../core/loading/pending.ts';

/** The page stays as it is until the next one is here; this says that one is coming. */
export function LoadingBar() {
  const pending = usePending(({ count }) => count > 0);
  return pending && <div className="loading-bar" aria-hidden="true" />;
}
