import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../refusal.ts';
import { codeRows } from './code-file.ts';
import { type FileRow, refusalOf } from './file-limits.ts';
import { tableRows } from './table.ts';

// Reads a file beside the thread that serves calls: a batch of rows whenever `read-file.ts` asks for one.

/** What is to be read: a table that is kept somewhere, or codes whose bytes are asked for one piece after another. */
export type ReadTask =
  | { readonly kind: 'table'; readonly path: string; readonly mostLines: number }
  | { readonly kind: 'codes'; readonly mostLines: number; readonly columns: number };

/** What the thread is asked: the next rows, or what comes of the bytes it wanted; nothing, where there are no more. */
export type ToReader = { readonly next: true } | { readonly bytes: Uint8Array | undefined };

export type FromReader =
  | { readonly rows: readonly FileRow[] }
  | { readonly wants: 'bytes' }
  | { readonly done: true }
  | { readonly refused: Pick<Refusal, 'status' | 'code' | 'reason' | 'fields'> }
  | { readonly failed: string };

/** Few enough to be taken over in a millisecond or two. */
const most = { rows: 500, characters: 2 ** 17 };

const port = parentPort as NonNullable<typeof parentPort>;
let asked = 0;
const answering: (() => void)[] = [];
let take = (_: Uint8Array | undefined) => {};
port.on('message', (question: ToReader) => {
  if ('bytes' in question) take(question.bytes);
  asked += 1;
  answering.shift()?.();
});

/** Every question has one answer: what comes of the file, and what is wanted for it, wait for one. */
async function answer(message: FromReader): Promise<void> {
  while (asked === 0) await new Promise<void>((resolve) => answering.push(resolve));
  asked -= 1;
  port.postMessage(message);
}

async function* bytesAsked(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const coming = new Promise<Uint8Array | undefined>((resolve) => {
      take = resolve;
    });
    await answer({ wants: 'bytes' });
    const bytes = await coming;
    if (bytes === undefined) return;
    yield bytes;
  }
}

async function* batches(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    batch.push(row);
    for (const cell of row.cells) characters += cell.length;
    if (batch.length < most.rows && characters < most.characters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

function answerTo(error: unknown): FromReader {
  const refusal = refusalOf(error, task.kind === 'table' ? 'unreadable_table' : 'unreadable_codes');
  if (!(refusal instanceof Refusal)) return { failed: String((error as Error).stack) };
  const { status, code, reason, fields } = refusal;
  return { refused: { status, code, reason, fields } };
}

const task = workerData as ReadTask;
// What a library throws where nobody can catch it is an answer too.
process.once('uncaughtException', (error) => void answer(answerTo(error)));
const rows =
  task.kind === 'table' ? tableRows(task.path, task.mostLines) : codeRows(bytesAsked(), task.mostLines, task.columns);
try {
  for await (const batch of batches(rows)) await answer({ rows: batch });
  await answer({ done: true });
} catch (error) {
  await answer(answerTo(error));
}
