import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { finished, pipeline, Readable, Transform } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createGzip } from 'node:zlib';
import { writeXlsxStream } from 'hucre/xlsx';
import type { InputOf } from '../../../../contract/call/call.ts';
import { orderDownload, orderDownloads, orderDownloadTicket } from '../../../../contract/tagging/code-order.ts';
import type { RuleBook } from '../../../identity/rule-book.ts';
import { seenBy } from '../../../platform/access/row-security.ts';
import type { Sessions } from '../../../platform/access/sessions.ts';
import type { Account, Caller } from '../../../platform/caller.ts';
import { text } from '../../../platform/language.ts';
import type { Offer } from '../../../platform/offer.ts';
import { badInput, sessionExpired } from '../../../platform/refusal.ts';
import { requireRight } from '../../../platform/serve/routes.ts';
import type { Services } from '../../../platform/services.ts';
import { type CodeFile, fileBytes, layoutOf, lineChunks, usualColumns } from './code-file.ts';
import type { FileColumn } from './code-line.ts';
import { DownloadLog } from './download-log.ts';
import { type FileWish, fileOf, type NamedFile, requireOwn } from './order-source.ts';

interface Wish extends FileWish {
  readonly compress: 'none' | 'gzip';
  readonly downloadId: string;
}

export function serveOrderDownload(services: Services, rules: RuleBook, sessions: Offer<Sessions>): void {
  const { routes, system } = services;
  const { sql } = system;
  const log = new DownloadLog(sql, services.log);

  routes.serve(orderDownloadTicket, async ({ id, ...input }, caller) => {
    await requireOwn(caller.db, id);
    const wish = wishOf({ ...input, id }, randomUUID());
    await fileOf(services, rules, wish);
    const ticket = randomBytes(24).toString('base64url');
    const sessionId = await sessions.take().idOf(caller.token ?? '');
    if (sessionId === undefined) throw sessionExpired();
    await log.begin(wish, { caller, purpose: input.purpose, ticket: { hash: digest(ticket), sessionId } });
    return { ticket, download_id: wish.downloadId };
  });

  routes.serve(
    orderDownload,
    async (input, caller) => {
      const { owner, ...wish } = input.ticket
        ? await redeem({ services, sessions: sessions.take(), log }, input.ticket)
        : { owner: undefined, ...(await beginOf(log, input, caller)) };
      try {
        if (owner !== undefined) services.answers.charge(caller.reply, owner);
        const download = { wish, ...(await fileOf(services, rules, wish)) };
        if (wish.format === 'xlsx') sendSheet(caller, log, download);
        else send(caller, log, download, input.offset);
      } catch (error) {
        await log.end(wish.downloadId, 'broken', 0);
        throw error;
      }
    },
    // The file is compressed when it is asked for, not when a browser says it could read it so.
    { compress: false } as object,
  );

  routes.serve(orderDownloads, async ({ id }, caller) => {
    await requireOwn(caller.db, id);
    const rows = await sql<DownloadRow[]>`
      select d.id, d.format || case d.compress when 'gzip' then '.gz' else '' end as format,
        case when d.state = 'running' and d.updated_at < now() - interval '30 seconds' then 'broken' else d.state end as state,
        d.sent, coalesce(part.last_id - part.first_id + 1, o.quantity) as quantity, d.columns, d.purpose, d.sha256,
        part.position as part, part.printer, d.first_id - o.first_id + 1 as from, d.last_id - o.first_id + 1 as to, a.account_name, d.started_at, d.ended_at
      from code_download d join code_order o on o.id = d.order_id join account a on a.id = d.account_id
      left join code_part part on part.id = d.part_id
      where d.order_id = ${id} and (d.state <> 'waiting' or d.ticket_expires_at > now())
      order by d.started_at desc limit 50`;
    return rows.map((row) => ({
      ...row,
      started_at: row.started_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    }));
  });
}

interface DownloadRow {
  id: string;
  format: string;
  columns: string;
  part: number | null;
  from: number | null;
  to: number | null;
  printer: string | null;
  purpose: string | null;
  sha256: string | null;
  state: 'waiting' | 'running' | 'done' | 'broken';
  sent: number;
  quantity: number;
  account_name: string;
  started_at: Date;
  ended_at: Date | null;
}

const digest = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

/**
 * A ticket is good once: redeeming it is the update that uses it up. And it is as good as its maker is at that moment: with
 * the session that it was made in, the right to the call and to the order.
 */
async function redeem(
  { services: { system, tables }, sessions, log }: { services: Services; sessions: Sessions; log: DownloadLog },
  ticket: string,
): Promise<Wish & { owner: number }> {
  const { sql, db } = system;
  const [row] = await sql<
    {
      id: string;
      account_id: number;
      order_id: number;
      part_id: number | null;
      format: Wish['format'];
      compress: Wish['compress'];
      columns: string;
      session_id: number | null;
    }[]
  >`
    update code_download d set state = 'running', ticket_hash = null, started_at = now(), updated_at = now()
    where d.ticket_hash = ${digest(ticket)} and d.state = 'waiting' and d.ticket_expires_at > now()
    returning d.id, d.account_id, d.order_id, d.part_id, d.format, d.compress, d.columns, d.session_id`;
  if (!row) throw badInput({ path: 'ticket', reason: 'ticket_used' });
  try {
    const account = await sessions.accountOf(row.session_id ?? 0);
    requireRight(orderDownload, account);
    await requireOwn(seenBy(db, account, tables), row.order_id);
  } catch (error) {
    await log.end(row.id, 'broken', 0);
    throw error;
  }
  return {
    owner: row.account_id,
    orderId: row.order_id,
    partId: row.part_id,
    format: row.format,
    compress: row.compress,
    columns: row.columns.split(',') as FileColumn[],
    downloadId: row.id,
  };
}

type Asked = InputOf<typeof orderDownloadTicket>;

function wishOf({ id, part_id, format, compress = 'none', columns }: Asked, downloadId: string): Wish {
  const chosen = [...new Set((columns?.split(',') ?? []) as FileColumn[])];
  return {
    orderId: id,
    partId: part_id ?? null,
    format,
    // A workbook is compressed as it is.
    compress: format === 'xlsx' ? 'none' : compress,
    columns: chosen.length > 0 ? chosen : usualColumns(format),
    downloadId,
  };
}

async function beginOf(
  log: DownloadLog,
  input: InputOf<typeof orderDownload>,
  caller: Caller<Account | undefined>,
): Promise<Wish> {
  const { id, format } = input;
  if (!caller.account || !caller.db) throw sessionExpired();
  if (!id) throw badInput({ path: 'id', reason: 'required' });
  if (!format) throw badInput({ path: 'format', reason: 'required' });
  await requireOwn(caller.db, id);
  const wish = wishOf({ ...input, id, format }, randomUUID());
  await log.begin(wish, { caller: caller as Caller<Account>, purpose: input.purpose });
  return wish;
}

interface Download extends NamedFile {
  readonly wish: Wish;
}

function send(
  { reply, request }: Caller<Account | undefined>,
  log: DownloadLog,
  { file, wish, name }: Download,
  offset = 0,
): void {
  const { header, width, size } = layoutOf(file);
  const gzip = wish.compress === 'gzip';
  if (offset > file.quantity) throw badInput({ path: 'offset', reason: 'too_large', params: { limit: file.quantity } });
  const etag = `"${digest(JSON.stringify([name, file.format, file.columns, file.line])).toString('base64url', 0, 16)}"`;
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
  const sent = pipeline(bytes, ...(gzip ? [createGzip({ level: 1 })] : []), hashing(hash), () => {}) as Transform;
  // The socket tells the end, also when it ended before this began.
  finished(reply.raw, () => {
    stop.abort();
    bytes.destroy();
    const isWhole = reply.raw.writableFinished;
    // The hash of a file that goes on from somewhere is not that of the file.
    void progress.end(isWhole ? 'done' : 'broken', isWhole && from === 0 ? hash.digest('hex') : null);
  });
  reply.send(sent);
}

const attachment = (name: string): string => `attachment; filename="${name}"`;

/** Passes bytes on and takes their hash. */
const hashing = (hash: ReturnType<typeof createHash>): Transform =>
  new Transform({
    transform(chunk, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });

/** A workbook has no lines of one width: it is sent whole, and not continued. */
function sendSheet({ reply, language }: Caller<Account | undefined>, log: DownloadLog, { file, wish, name }: Download) {
  const stop = new AbortController();
  const progress = log.follow(wish.downloadId, 0);
  const columns = file.columns.map((column) => ({ header: text(language, `records.column.${column}`) }));
  const rows = sheetRows(file, stop.signal, progress.add);
  const hash = createHash('sha256');
  const book = writeXlsxStream(rows, { name, columns, freezePane: { rows: 1 } }) as ReadableStream<Uint8Array>;
  const sent = pipeline(Readable.fromWeb(book), hashing(hash), () => {}) as Transform;
  finished(reply.raw, () => {
    stop.abort();
    const isWhole = reply.raw.writableFinished;
    void progress.end(isWhole ? 'done' : 'broken', isWhole ? hash.digest('hex') : null);
  });
  reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', attachment(`${name}.xlsx`))
    .send(sent);
}

async function* sheetRows(file: CodeFile, signal: AbortSignal, onCodes: (count: number) => void) {
  for await (const chunk of lineChunks(file, 0, signal)) {
    const lines = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1').split('\n').slice(0, -1);
    // Codes are text: a spreadsheet would round sixteen digits.
    for (const line of lines) yield line.split(',');
    onCodes(lines.length);
  }
}

/** First byte of a `Range: bytes=N-`. Other ranges (a part in the middle, several) are answered with the whole file. */
function rangeStart(range: string | undefined): number | undefined {
  const match = /^bytes=(\d{1,15})-$/.exec(range ?? '');
  return match ? Number(match[1]) : undefined;
}
