import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sizeOf } from '@suyuan/codes/sets/ranges.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import {
  type CodeDownload,
  defaultColumns,
  type FileColumn,
  orderDownload,
  orderDownloads,
  orderDownloadTicket,
  orderHandedOut,
} from '@suyuan/contract/tagging/order-download.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Sessions } from '#platform/access/authentication.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { LateBound } from '#platform/late-bound.ts';
import { badInput, sessionExpired } from '#platform/refusal.ts';
import { requireRight } from '#platform/serve/admission.ts';
import type { Services } from '#platform/services.ts';
import { lostAfter } from '#trace/state/code-use.ts';
import { DownloadLog, type Ticket } from './download-log.ts';
import { handedOutOf, handOut } from './hand-out.ts';
import { fileOf, orderSource, requireOwn, requireSheet } from './order-source.ts';
import { type DownloadWish, send, sendSheet } from './send-download.ts';

export function serveOrderDownload(services: Services, rules: RuleBook, sessions: LateBound<Sessions>): void {
  const { routes, system } = services;
  const { sql } = system.ownWork;
  const log = new DownloadLog(sql, services.log);
  const parts = { services, rules, log };

  routes.serve(orderDownloadTicket, async ({ id, ...input }, caller) => {
    await requireOwn(caller.db, id);
    const wish = wishOf({ ...input, id }, randomUUID());
    await fileOf(services, rules, { ...wish, format: 'txt' });
    const ticket = randomBytes(24).toString('base64url');
    const sessionId = await sessions.get().idOf(caller.token ?? '');
    if (sessionId === undefined) throw sessionExpired();
    await beginOf(parts, caller, wish, input, { ticket: { hash: digest(ticket), sessionId } });
    return { ticket, download_id: wish.downloadId };
  });

  routes.serve(
    orderDownload,
    async (input, caller) => {
      const { owner, ...wish } = input.ticket
        ? await redeem({ services, sessions: sessions.get(), log }, input.ticket)
        : { owner: undefined, ...(await begunBy(parts, input, caller)) };
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
    // The file is only compressed if the input says so, not because of `Accept-Encoding`.
    { compress: false } as object,
  );

  routes.serve(orderHandedOut, async ({ id, part_id }, caller) => {
    await requireOwn(caller.db, id);
    return handedOutOf(sql, await orderSource(services, id, part_id ?? null));
  });

  routes.serve(orderDownloads, async ({ id }, caller) => {
    await requireOwn(caller.db, id);
    const rows = await sql<DownloadRow[]>`
      select d.id, d.format || case d.compress when 'gzip' then '.gz' else '' end as format,
        case when d.state = 'running' and d.updated_at < now() - ${lostAfter}::interval then 'broken' else d.state end as state,
        d.sent, coalesce(d.last_id - d.first_id + 1, part.last_id - part.first_id + 1, o.quantity) as quantity, d.columns, d.purpose,
        d.reprint, d.sha256,
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

interface DownloadRow extends Omit<CodeDownload, 'started_at' | 'ended_at'> {
  readonly started_at: Date;
  readonly ended_at: Date | null;
}

const digest = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

/**
 * Redeems a ticket, which works once: the update that redeems it also invalidates it. It requires that the session of its maker
 * still exists, and that the maker may still make the call and see the order.
 */
async function redeem(
  { services: { system, tables }, sessions, log }: { services: Services; sessions: Sessions; log: DownloadLog },
  ticket: string,
): Promise<DownloadWish & { owner: number }> {
  const { sql } = system.ownWork;
  const [row] = await sql<
    {
      id: string;
      account_id: number;
      order_id: number;
      part_id: number | null;
      format: DownloadWish['format'];
      compress: DownloadWish['compress'];
      columns: string;
      session_id: number | null;
      first_id: number;
      last_id: number;
    }[]
  >`
    update code_download d set state = 'running', ticket_hash = null, started_at = now(), updated_at = now()
    where d.ticket_hash = ${digest(ticket)} and d.state = 'waiting' and d.ticket_expires_at > now()
    returning d.id, d.account_id, d.order_id, d.part_id, d.format, d.compress, d.columns, d.session_id,
      d.first_id, d.last_id`;
  if (!row) throw badInput({ path: 'ticket', reason: 'ticket_used' });
  try {
    const account = await sessions.accountOf(row.session_id ?? 0);
    requireRight(orderDownload, account);
    await requireOwn(system.seenBy(account, tables), row.order_id);
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
    run: { first: row.first_id, last: row.last_id },
  };
}

type TicketInput = InputOf<typeof orderDownloadTicket>;

function wishOf({ id, part_id, format, compress = 'none', columns }: TicketInput, downloadId: string): DownloadWish {
  const fileColumns = [...new Set((columns?.split(',') ?? []) as FileColumn[])];
  return {
    orderId: id,
    partId: part_id ?? null,
    format,
    // Workbooks are compressed already.
    compress: format === 'xlsx' ? 'none' : compress,
    columns: fileColumns.length > 0 ? fileColumns : defaultColumns(format),
    downloadId,
  };
}

interface DownloadParts {
  readonly services: Services;
  readonly rules: RuleBook;
  readonly log: DownloadLog;
}

/** Records a download, with the codes that it is of. */
async function beginOf(
  { services, log }: DownloadParts,
  caller: Caller<Account>,
  wish: DownloadWish,
  { from, to, purpose, reprint }: Pick<TicketInput, 'from' | 'to' | 'purpose' | 'reprint'>,
  { ticket, isResumed = false }: { readonly ticket?: Ticket; readonly isResumed?: boolean },
): Promise<DownloadWish> {
  const { orderId, partId, format, compress, columns } = wish;
  const order = await orderSource(services, orderId, partId);
  const shape = { accountId: caller.account.id, format, compress, columns: columns.join(','), isResumed };
  const run = await handOut(
    services,
    caller,
    { order, shape, requested: { from, to, reprint }, downloadId: wish.downloadId },
    async (sql, choice) => {
      requireSheet(format, sizeOf(choice.run));
      await log.begin(
        sql,
        { ...wish, run: choice.run },
        { caller, purpose, reprint: choice.reprint, ...(ticket ? { ticket } : {}) },
      );
    },
  );
  return { ...wish, run };
}

/** Records a download that is asked for without a ticket. */
async function begunBy(
  parts: DownloadParts,
  input: InputOf<typeof orderDownload>,
  caller: Caller<Account | undefined>,
): Promise<DownloadWish> {
  const { id, format, purpose } = input;
  if (!caller.account || !caller.db) throw sessionExpired();
  const emptyFields = Object.entries({ id, format, purpose: purpose?.trim() }).filter(([, value]) => !value);
  if (!id || !format || !purpose || emptyFields.length > 0)
    throw badInput(...emptyFields.map(([path]) => ({ path, reason: 'required' })));
  await requireOwn(caller.db, id);
  const wish = wishOf({ ...input, id, format, purpose }, randomUUID());
  await fileOf(parts.services, parts.rules, { ...wish, format: 'txt' });
  const isResumed = (input.offset ?? 0) > 0 || caller.request.headers.range !== undefined;
  return beginOf(parts, caller as Caller<Account>, wish, { ...input, purpose }, { isResumed });
}
