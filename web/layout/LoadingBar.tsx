import { usePending } from '#core/loading/pending.ts';

/** A progress bar shown while the next page loads; the current page stays visible. */
export function LoadingBar() {
  const pending = usePending(({ count }) => count > 0);
  return pending && <div className="loading-bar" aria-hidden="true" />;
}
