import { setFlagsFromString } from 'node:v8';

// React chooses by it, as it is loaded, whether it is built for those who develop it, which is slower and larger.
process.env.NODE_ENV ??= 'production';

// Little of what is read while modules are loaded is kept: V8 tidies up more often until the server listens.
setFlagsFromString('--heap-growing-percent=20');

/** From now on V8 chooses by itself how much may gather before it tidies up. */
export const modulesAreLoaded = (): void => setFlagsFromString('--heap-growing-percent=0');
