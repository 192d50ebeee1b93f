import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { finished, pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import type { Carrier, Level } from '../../../codes/format.ts';
import type { InputOf } from '../../../contract/call.ts';
import { orderDownload, orderDownloads, orderDownloadTicket } from '../../../contract/tagging.ts';
import type { Account, Caller } from '../../platform/caller.ts';
import { badInput, notFound, sessionExpired } from '../../platform/refusal.ts';
import type { Schema } from '../../platform/schema.ts';
import type { Services } from '../../platform/services.ts';
import { counterOf, type RuleBook, type StoredRule } from '../trace/rule-book.ts';
import { type CodeFile, contentLead, fileBytes, layoutOf } from './code-file.ts';
import { DownloadLog } from './download-log.ts';

interface Wish {
  orderId: number;
  format: 'txt' | 'csv';
  compress: 'none' | 'gzip';
  downloadId: string;
}

export function serveOrderDownload(services: Services, rules: RuleBook): void {
  const { routes, system } = services;
  const { sql } = system;
  const log = new DownloadLog(sql, services.log);

  routes.serve(orderDownloadTicket, async ({ id, format, compress = 'none' }, caller) => {
    await requireOwn(caller.db, id);
    await fileOf(services, rules, id, format);
    const ticket = randomBytes(24).toString('base64url');
    const downloadId = randomUUID();
    await sql`
      insert into code_download (id, order_id, account_id, format, compress, state, ticket_hash, ticket_expires_at, ip)
      values (${downloadId}, ${id}, ${caller.account.id}, ${format}, ${compress}, 'waiting', ${digest(ticket)},
        now() + interval '1 minute', ${caller.ip})`;
    return { ticket, download_id: downloadId };
  });

  routes.serve(
    orderDownload,
    async (input, caller) => {
      const wish = input.ticket ? await redeem(services, input.ticket) : await wishOf(services, input, caller);
      const download = { wish, ...(await fileOf(services, rules, wish.orderId, wish.format)) };
      try {
        send(caller, log, download, input.offset);
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
        d.sent, o.quantity,
        a.account_name, d.started_at, d.ended_at
      from code_download d join code_order o on o.id = d.order_id join account a on a.id = d.account_id
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
  state: 'waiting' | 'running' | 'done' | 'broken';
  sent: number;
  quantity: number;
  account_name: string;
  started_at: Date;
  ended_at: Date | null;
}

const digest = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

/** A ticket is good once: redeeming it is the update that uses it up. */
async function redeem({ system: { sql } }: Services, ticket: string): Promise<Wish> {
  const [row] = await sql<{ id: string; order_id: number; format: Wish['format']; compress: Wish['compress'] }[]>`
    update code_download d set state = 'running', ticket_hash = null, started_at = now(), updated_at = now()
    from account a
    where a.id = d.account_id and a.status = 'enabled'
      and d.ticket_hash = ${digest(ticket)} and d.state = 'waiting' and d.ticket_expires_at > now()
    returning d.id, d.order_id, d.format, d.compress`;
  if (!row) throw badInput({ path: 'ticket', reason: 'ticket_used' });
  return { orderId: row.order_id, format: row.format, compress: row.compress, downloadId: row.id };
}

async function wishOf(
  { system: { sql } }: Services,
  input: InputOf<typeof orderDownload>,
  caller: Caller<Account | undefined>,
): Promise<Wish> {
  const { id, format, compress = 'none' } = input;
  if (!caller.account || !caller.db) throw sessionExpired();
  if (!id) throw badInput({ path: 'id', reason: 'required' });
  if (!format) throw badInput({ path: 'format', reason: 'required' });
  await requireOwn(caller.db, id);
  const downloadId = randomUUID();
  await sql`
    insert into code_download (id, order_id, account_id, format, compress, state, ip)
    values (${downloadId}, ${id}, ${caller.account.id}, ${format}, ${compress}, 'running', ${caller.ip})`;
  return { orderId: id, format, compress, downloadId };
}

/** A ticket is made for an order that its maker may see; so redeeming it asks no more. */
async function requireOwn(db: Kysely<Schema>, orderId: number): Promise<void> {
  const order = await db.selectFrom('code_order').select('id').where('id', '=', orderId).executeTakeFirst();
  if (!order) throw notFound('code_order');
}

async function fileOf(
  services: Services,
  rules: RuleBook,
  orderId: number,
  format: Wish['format'],
): Promise<{ file: CodeFile; order_no: string }> {
  const [order] = await services.system.sql<OrderOfFile[]>`
    select r.*, o.order_no, o.first_id, o.quantity, p.gtin
    from code_order o join code_rule r on r.id = o.rule_id left join product p on p.id = o.product_id
    where o.id = ${orderId}`;
  if (!order) throw notFound('code_order');
  const { first_id, quantity, order_no, carrier, level, gtin } = order;
  const rule = rules.read(order);
  const firstCounter = counterOf(first_id);
  const publicUrl = services.publicUrl();
  const lead = contentLead(rule.coder.encode(firstCounter), { carrier, level, gtin, publicUrl });
  return { file: { rule, firstCounter, quantity, format, contentLead: lead }, order_no };
}

interface OrderOfFile extends StoredRule {
  order_no: string;
  first_id: number;
  quantity: number;
  carrier: Carrier;
  level: Level;
  gtin: string | null;
}

interface Download {
  readonly file: CodeFile;
  readonly wish: Wish;
  readonly order_no: string;
}

function send(
  { reply, request }: Caller<Account | undefined>,
  log: DownloadLog,
  { file, wish, order_no }: Download,
  offset = 0,
): void {
  const { header, width, size } = layoutOf(file);
  const gzip = wish.compress === 'gzip';
  if (offset > file.quantity) throw badInput({ path: 'offset', reason: 'too_large', params: { limit: file.quantity } });
  const etag = `"${digest(`${order_no} ${file.format} ${file.contentLead}`).toString('base64url', 0, 16)}"`;
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
  const name = `${order_no}.${file.format}${gzip ? '.gz' : ''}`;
  reply.header('content-disposition', `attachment; filename="${name}"`);
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
  // The socket tells the end, also when it ended before this began.
  finished(reply.raw, () => {
    stop.abort();
    bytes.destroy();
    void progress.end(reply.raw.writableFinished ? 'done' : 'broken');
  });
  reply.send(gzip ? pipeline(bytes, createGzip({ level: 1 }), () => {}) : bytes);
}

/** First byte of a `Range: bytes=N-`. Other ranges (a part in the middle, several) are answered with the whole file. */
function rangeStart(range: string | undefined): number | undefined {
  const match = /^bytes=(\d{1,15})-$/.exec(range ?? '');
  return match ? Number(match[1]) : undefined;
}
