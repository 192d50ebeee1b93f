import type { ScanAct } from '@suyuan/contract/handheld/act.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { Sweeping } from '#platform/jobs/sweeps.ts';
import { defineExceptionKind } from '#trace/exceptions/exception-kind.ts';
import type { Exceptions } from '#trace/exceptions/exceptions.ts';
import type { KeptRefusal } from './handheld.table.ts';

/** The goods are somewhere, and only a person can say where, so there is nothing to retry. */
const refusedScan = defineExceptionKind({ name: 'refused_scan' });

const aboutOf = (id: string): string => `scan ${id}`;

/** How long a refused scan waits for its person: that of a shift is seen in the next one. */
const patience = '8 hours';
/** How many are raised at once. */
const most = 500;

/** Exceptions are listed by their waybill. */
const onWaybill: ReadonlySet<ScanAct> = new Set(['load', 'unload', 'receive', 'unreceive']);

interface UnsettledScan {
  readonly id: string;
  readonly act: ScanAct;
  readonly code: string;
  readonly refusals: readonly KeptRefusal[];
  readonly device_time: Date;
  readonly event_time: Date;
  readonly document_no: string | null;
  readonly person: string | null;
}

/** Refused scans that their person does not settle become exceptions, which have an owner and a due time. */
export class UnsettledScans implements Sweeping {
  readonly #sql: Sql;
  readonly #exceptions: Exceptions;

  constructor(sql: Sql, exceptions: Exceptions) {
    this.#sql = sql;
    this.#exceptions = exceptions;
  }

  async sweep(): Promise<void> {
    await this.#sql.begin(async (sql) => {
      await settleWithExceptions(sql);
      const rows = await sql<UnsettledScan[]>`
        select s.id, s.act, s.code, s.refusals, s.device_time, s.event_time, s.document_no, a.name as person
        from handheld_scan s
        left join account a on a.id = s.account_id
        where s.result = 'refused' and s.settled_at is null and s.raised_at is null
          and s.received_at < now() - ${patience}::interval
        order by s.received_at limit ${most}`;
      if (rows.length === 0) return;
      await this.#exceptions.raise(
        sql,
        refusedScan,
        rows.map(({ id, act, code, refusals, device_time, event_time, document_no, person }) => ({
          about: aboutOf(id),
          cause: refusals[0]?.reason ?? 'unknown_code',
          origin: { source: 'document', name: document_no ?? '' },
          raw: {
            scan: id,
            act,
            code,
            [onWaybill.has(act) ? 'waybill_no' : 'document_no']: document_no,
            device_time,
            event_time,
            scanned_by: person,
          },
          codes: [code],
          refusals,
        })),
      );
      await sql`
        update handheld_scan set raised_at = now() where id = any(${rows.map(({ id }) => id)}::uuid[])`;
    });
  }
}

/** A scan whose exception somebody has settled in the console is settled. */
const settleWithExceptions = (sql: Connection) => sql`
  update handheld_scan s set settled_at = e.settled_at, settled_by = e.settled_by, settled_how = 'in_console',
    settled_reason = e.settlement
  from exception e
  where e.kind = 'refused_scan' and e.about = 'scan ' || s.id and e.status <> 'open'
    and s.raised_at is not null and s.settled_at is null`;

/** Settles the exception about a scan that its person, or a lead, has settled. */
export const settleException = (
  sql: Connection,
  exceptions: Exceptions,
  id: string,
  settlement: { readonly text: string; readonly by: number },
): Promise<void> => exceptions.settle(sql, refusedScan, [aboutOf(id)], settlement);
