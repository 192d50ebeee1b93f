/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & {
  /** All files of the build: web/build/precache-list.ts. */
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
};

// The program starts from here without a network. What it holds (scans, tasks, people) is in IndexedDB, which no update touches.
precacheAndRoute([...self.__WB_MANIFEST]);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/handheld/')));

// A page that was open before the first version was kept is served by it from now on: otherwise a newer one would not wait for it.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// The page asks for it when nothing is being scanned: a new version never replaces one that somebody is scanning with.
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});
