import type { Call } from './call/call.ts';
import { fileNames, importFile } from './call-files.ts';
import { callsIn } from './thing/thing.ts';

/**
 * All calls: those that the files in the folders of the contract export, alone or as part of a list or thing. Only these can be
 * served. The folders are read, so this file is for the server and for tests.
 */
export const calls: readonly Call[] = (await Promise.all(fileNames.map(importFile))).flatMap(callsIn);
