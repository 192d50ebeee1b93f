import { parentPort, workerData } from 'node:worker_threads';
import { drawLabels, type LabelSheet } from '#identity/print/label-pdf.ts';

/** The worker that draws labels, since thousands of symbols would block the main thread. */
export type LabelMessage =
  | { readonly bytes: Uint8Array }
  | { readonly labels: number }
  | { readonly ended: true }
  | { readonly error: string };

const post = (message: LabelMessage) => parentPort?.postMessage(message);
let count = 0;
try {
  await drawLabels(
    workerData as LabelSheet,
    (bytes) => post({ bytes: new Uint8Array(bytes) }),
    () => {
      count += 1;
      if (count % 50 === 0) post({ labels: 50 });
    },
  );
  post({ labels: count % 50 });
  post({ ended: true });
} catch (error) {
  post({ error: String(error) });
}
