import { setFlagsFromString } from 'node:v8';

// React checks it while it is loaded; its development build is slower and larger.
process.env.NODE_ENV ??= 'production';

// Most memory used while modules are loaded is garbage, so V8 collects it more often until the server listens.
setFlagsFromString('--heap-growing-percent=20');

/** Restores V8's default heap growth. */
export const modulesAreLoaded = (): void => setFlagsFromString('--heap-growing-percent=0');
