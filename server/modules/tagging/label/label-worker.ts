import { parentPort, workerData } from 'node:worker_threads';
import { drawLabels, type LabelSheet } from './label-pdf.ts';

/** The worker that draws labels, since thousands of symbols would block the main thread. */
export type LabelMessage =
  | { readonly bytes: Uint8Array }
  | { readonly labels: number }
  | { readonly ended: true }
  | { readonly error: string };

const post = (message: LabelMessage) => parentPort?.postMessage(message);
let drawn = 0;
try {
  await drawLabels(
    workerData as LabelSheet,
    (bytes) => post({ bytes: new Uint8Array(bytes) }),
    () => {
      drawn += 1;
      if (drawn % 50 === 0) post({ labels: 50 });
    },
  );
  post({ labels: drawn % 50 });
  post({ ended: true });
} catch (error) {
  post({ error: String(error) });
}
