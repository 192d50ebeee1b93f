import { createHash } from 'node:crypto';
import { finished, pipeline, Readable, Transform } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createGzip } from 'node:zlib';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Account, Caller } from '#platform/caller.ts';
import { listText } from '#platform/language.ts';
import { badInput } from '#platform/refusal.ts';
import { type CodeFile, fileBytes, layoutOf, lineChunks } from './code-file.ts';
import type { DownloadLog } from './download-log.ts';
import type { FileWish, NamedFile } from './order-source.ts';

/** Sends a file of codes, which is computed while it is sent, and records the progress. */

export interface DownloadWish extends FileWish {
  readonly compress: 'none' | 'gzip';
  readonly downloadId: string;
}

export interface Download extends NamedFile {
  readonly wish: DownloadWish;
}

/** Sends a file from the start, from the byte of a range request, or without its first `offset` codes. */
export function send(
  { reply, request }: Caller<Account | undefined>,
  log: DownloadLog,
  { file, wish, name }: Download,
  offset = 0,
): void {
  const { header, width, size } = layoutOf(file);
  const gzip = wish.compress === 'gzip';
  if (offset > file.quantity) throw badInput({ path: 'offset', reason: 'too_large', params: { limit: file.quantity } });
  const etag = `"${createHash('sha256')
    .update(JSON.stringify([name, file.format, file.columns, file.line]))
    .digest()
    .toString('base64url', 0, 16)}"`;
  const isSame = [undefined, etag].includes(request.headers['if-range'] as string | undefined);
  const range = gzip || offset > 0 || !isSame ? undefined : rangeStart(request.headers.range);
  const from = range ?? (offset > 0 ? header.length + offset * width : 0);

  reply.header('content-type', file.format === 'csv' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8');
  reply.header('cache-control', 'private, no-store');
  if (range !== undefined && range >= size) {
    void log.end(wish.downloadId, 'broken', 0);
    reply.code(416).header('content-range', `bytes */${size}`).send('');
    return;
  }
  reply.header('content-disposition', attachment(`${name}.${file.format}${gzip ? '.gz' : ''}`));
  if (gzip) {
    reply.header('content-type', 'application/gzip');
  } else {
    reply
      .header('accept-ranges', 'bytes')
      .header('content-length', size - from)
      .header('etag', etag);
    if (range !== undefined) reply.code(206).header('content-range', `bytes ${from}-${size - 1}/${size}`);
  }

  const stop = new AbortController();
  const progress = log.follow(wish.downloadId, Math.max(0, Math.floor((from - header.length) / width)));
  const bytes = Readable.from(fileBytes(file, from, stop.signal, progress.add), { objectMode: false });
  const hash = createHash('sha256');
  const stream = pipeline(bytes, ...(gzip ? [createGzip({ level: 1 })] : []), hashing(hash), () => {}) as Transform;
  // The socket reports the end, even if it closed before this point.
  finished(reply.raw, () => {
    stop.abort();
    bytes.destroy();
    const isWhole = reply.raw.writableFinished;
    // There is no hash for resumed downloads, since they are not the whole file.
    void progress.end(isWhole ? 'done' : 'broken', isWhole && from === 0 ? hash.digest('hex') : null);
  });
  reply.send(stream);
}

const attachment = (name: string): string => `attachment; filename="${name}"`;

/** Passes bytes on and hashes them. */
const hashing = (hash: ReturnType<typeof createHash>): Transform =>
  new Transform({
    transform(chunk, _, callback) {
      hash.update(chunk);
      callback(null, chunk);
    },
  });

/** Sends a workbook. It has no fixed line width, so it cannot be resumed. */
export function sendSheet(
  { reply, language }: Caller<Account | undefined>,
  log: DownloadLog,
  { file, wish, name }: Download,
) {
  const stop = new AbortController();
  const progress = log.follow(wish.downloadId, 0);
  const columns = file.columns.map((column) => ({
    header: listText(language, 'records', `column.${column}`) ?? column,
  }));
  const rows = sheetRows(file, stop.signal, progress.add);
  const hash = createHash('sha256');
  const book = writeXlsxStream(rows, { name, columns, freezePane: { rows: 1 } }) as ReadableStream<Uint8Array>;
  const stream = pipeline(Readable.fromWeb(book), hashing(hash), () => {}) as Transform;
  finished(reply.raw, () => {
    stop.abort();
    const isWhole = reply.raw.writableFinished;
    void progress.end(isWhole ? 'done' : 'broken', isWhole ? hash.digest('hex') : null);
  });
  reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', attachment(`${name}.xlsx`))
    .send(stream);
}

async function* sheetRows(file: CodeFile, signal: AbortSignal, onCodes: (count: number) => void) {
  for await (const chunk of lineChunks(file, 0, signal)) {
    const lines = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1').split('\n').slice(0, -1);
    // Codes are text cells, since spreadsheets round numbers of sixteen digits.
    for (const line of lines) yield line.split(',');
    onCodes(lines.length);
  }
}

/** The first byte of `Range: bytes=N-`. Other kinds of ranges are answered with the whole file. */
function rangeStart(range: string | undefined): number | undefined {
  const match = /^bytes=(\d{1,15})-$/.exec(range ?? '');
  return match ? Number(match[1]) : undefined;
}
