import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// What holds for modules while they are loaded: this one is loaded before them.

// React chooses by it whether it is built for those who develop it, which is slower and larger.
process.env.NODE_ENV ??= 'production';

// Types are taken out and code is compiled once for all starts. Where nothing can be kept, each start does it again.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

// Little of what is read meanwhile is kept: V8 tidies up more often until the server listens.
setFlagsFromString('--heap-growing-percent=20');

/** From now on V8 chooses by itself how much may gather before it tidies up. */
export const modulesAreLoaded = (): void => setFlagsFromString('--heap-growing-percent=0');
