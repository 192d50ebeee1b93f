import { parentPort } from 'node:worker_threads';
import { encipher } from './engine.ts';

parentPort?.on('message', (codes: number) => parentPort?.postMessage(encipher(codes)));
