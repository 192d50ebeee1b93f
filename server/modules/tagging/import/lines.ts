import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { badInput } from '../../../platform/refusal.ts';

/** A line of a file of codes. */
export interface CodeLine {
  readonly line: number;
  readonly text: string;
}

/** Longer than any code; a file without line ends is not read into memory. */
const longestLine = 4096;

/** The first cell of each line of a TXT or CSV file, as it streams in; compressed with gzip or not. Empty lines are passed over. */
export async function* codeLines(file: Readable): AsyncGenerator<CodeLine> {
  let line = 0;
  for await (const written of linesOf(await unpacked(file))) {
    line += 1;
    const text = firstCell(line === 1 ? written.replace(/^\uFEFF/, '') : written);
    if (text !== '' && !(line === 1 && isTitle(text))) yield { line, text };
  }
}

/** The titles that files of codes begin with, ours among them. */
const isTitle = (text: string): boolean =>
  /^(code|codes|serial|url|码|编码|二维码|防伪码|código|codigo|コード)$/i.test(text);

function firstCell(line: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"/.exec(line)?.[1];
  if (quoted !== undefined) return quoted.replaceAll('""', '"').trim();
  return (line.split(/[,;\t]/, 1)[0] ?? '').trim();
}

/** Told apart by the first two bytes, never by the name. */
async function unpacked(file: Readable): Promise<Readable> {
  const head = await peek(file);
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  if (!isGzip) return file;
  const unzipped = createGunzip();
  file.on('error', (error) => unzipped.destroy(error));
  return file.pipe(unzipped);
}

async function peek(file: Readable): Promise<Buffer> {
  for (;;) {
    const chunk = file.read() as Buffer | null;
    if (chunk) {
      file.unshift(chunk);
      if (chunk.length > 1 || file.readableEnded) return chunk;
    }
    if (file.readableEnded || file.destroyed) return Buffer.alloc(0);
    await new Promise<void>((resolve) => {
      const done = () => {
        for (const event of ['readable', 'end', 'close', 'error']) file.off(event, done);
        resolve();
      };
      for (const event of ['readable', 'end', 'close', 'error']) file.once(event, done);
    });
    if (file.readableEnded) return Buffer.alloc(0);
  }
}

const isBrokenGzip = (error: unknown): boolean => String((error as NodeJS.ErrnoException).code).startsWith('Z_');

async function* linesOf(bytes: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  try {
    for await (const chunk of bytes) {
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      if (rest.length > longestLine) throw badInput({ path: 'file', reason: 'unreadable_codes' });
      yield* lines;
    }
  } catch (error) {
    throw isBrokenGzip(error) ? badInput({ path: 'file', reason: 'unreadable_codes' }) : error;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
