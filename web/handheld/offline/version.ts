import { create } from 'zustand';

/** A new version of the program that waits to be taken over. */
export const useNewVersion = create<{ readonly worker: ServiceWorker | undefined }>()(() => ({ worker: undefined }));

/** Keeps the program on the handheld for starts without a network, and looks for new versions of it. */
export function followVersions(): void {
  // Without TLS a browser has no service workers, except on the machine itself: the program works, but does not start offline.
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.register('/handheld/service-worker.js', { type: 'module' }).then((registration) => {
    const look = () => useNewVersion.setState({ worker: registration.waiting ?? undefined });
    look();
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      // Where there is none yet, nothing is replaced.
      const isFirst = registration.active === null;
      worker?.addEventListener('statechange', () => {
        if (isFirst && worker.state === 'installed') worker.postMessage('take over');
        else look();
      });
    });
    addEventListener('online', () => void registration.update().catch(() => undefined));
  });
}

/** Starts the new version. What waits to be sent is kept. */
export function takeOver(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage('take over');
}
