import { parentPort } from 'node:worker_threads';
import { type AesWork, encipher } from './engine.ts';

parentPort?.on('message', (work: AesWork) => parentPort?.postMessage(encipher(work)));
