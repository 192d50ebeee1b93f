import { create } from 'zustand';

/** A new version of the program that waits to be taken over. */
export const useNewVersion = create<{ readonly worker: ServiceWorker | undefined }>()(() => ({ worker: undefined }));

/** How often a new version is looked for, in milliseconds: a handheld is not closed for weeks. */
const often = 3_600_000;

/** Keeps the program on the handheld for starts without a network, and looks for new versions of it. */
export function followVersions(): void {
  // Without TLS a browser has no service workers, except on the machine itself: the program works, but does not start offline.
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.register('/handheld/service-worker.js', { type: 'module' }).then((registration) => {
    // The first version waits for nothing.
    const look = () => useNewVersion.setState({ worker: (registration.active && registration.waiting) ?? undefined });
    const follow = () => registration.installing?.addEventListener('statechange', look);
    // The browser may have begun to install it before anybody listened.
    follow();
    registration.addEventListener('updatefound', follow);
    look();
    const update = () => void registration.update().catch(() => undefined);
    addEventListener('online', update);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && update());
    setInterval(update, often);
  });
}

/** Starts the new version. What waits to be sent is kept. */
export function takeOver(worker: ServiceWorker): void {
  worker.addEventListener('statechange', () => worker.state === 'activated' && location.reload());
  worker.postMessage('take over');
}
