import { type ExceptionScreen, type ExceptionScreenKey, kindsOn } from '@suyuan/contract/trace/exception.ts';
import type { Kysely } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { declaredRow, type Query, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { containing } from '#platform/lists/list.ts';
import { localeOf, type Services } from '#platform/services.ts';
import { refusalText, visibleRefusals } from '../refusal-text.ts';
import { serveExceptionDetail } from './exception-detail.ts';
import type { ExceptionServices } from './exceptions.ts';
import { serveOwners } from './owners.ts';
import { serveRetries } from './retries.ts';
import { serveSteps } from './steps.ts';

/** Serves a screen of exceptions: list, detail, owners, steps and retries. */
export function serveExceptions(services: Services, shared: ExceptionServices, screen: ExceptionScreen): void {
  serveDeclaredList<ExceptionScreen, ExceptionListRow>(services, screen, {
    rows: (db) => exceptionsOn(db, screen.key),
    narrow: {
      keyword: withKeyword,
      owned: (rows, value) => rows.where('exception.owner_id', value === 'yes' ? 'is not' : 'is', null),
      overdue: (rows, value) => rows.where(value === 'yes' ? isOverdue : ksql<boolean>`not (${isOverdue})`),
    },
    defaultSort: '-created_at',
    complete: withSeenConflicts,
    completeExports: true,
    present: (row, language) =>
      declaredRow(screen, {
        ...row,
        codes: row.codes_count,
        cause: refusalText(localeOf(services, { language }), { reason: row.cause, conflict: row.conflict }),
        retriable: row.status === 'open' && shared.exceptions.isRetriable(row.kind, row.source),
      }),
  });
  serveExceptionDetail(services, shared, screen);
  serveOwners(services, screen);
  serveSteps(services, shared, screen);
  serveRetries(services, shared, screen);
}

interface ExceptionListRow extends Pick<Schema['exception'], 'kind' | 'cause' | 'source'> {
  readonly id: number;
  readonly status: 'open' | 'settled' | 'discarded';
  readonly owner_id: number | null;
  readonly waybill_id: number | null;
  readonly waybill_no: string | null;
  readonly units: number | null;
  readonly product_id: number | null;
  readonly code: string | null;
  readonly codes_count: number;
  readonly source_name: string | null;
  readonly reason: string | null;
  readonly conflict: string | null;
  readonly work_order_id: number | null;
  readonly work_order_no: string | null;
  readonly times: number;
  readonly last_at: Date;
  readonly owner: string | null;
  readonly overdue: boolean;
  readonly due_at: Date | null;
  readonly settled_by: string | null;
  readonly settled_by_id: number | null;
  readonly settled_at: Date | null;
  readonly settlement: string | null;
  readonly created_at: Date;
}

/**
 * The name of where it came from, for those who may see that: factories see exceptions about the goods of their work orders that
 * came from documents and devices of others.
 */
const seenSource = ksql<
  string | null
>`case when exception.source = 'file' or exception.source <> 'document' and exception.device_key_id is null
  or of_key.id is not null or of_waybill.id is not null or of_refund.id is not null then exception.source_name end`;

const isOverdue = ksql<boolean>`exception.status = 'open' and coalesce(exception.due_at < now(), false)`;

const exceptionsOn = (db: Kysely<Schema>, screen: ExceptionScreenKey): Query<ExceptionListRow> =>
  db
    .selectFrom('exception')
    .leftJoin('work_order as o', 'o.id', 'exception.work_order_id')
    .leftJoin('account as owner', 'owner.id', 'exception.owner_id')
    .leftJoin('account as settler', 'settler.id', 'exception.settled_by')
    .leftJoin('device_key as of_key', 'of_key.id', 'exception.device_key_id')
    .leftJoin('waybill as of_waybill', 'of_waybill.waybill_no', 'exception.source_name')
    .leftJoin('waybill as about_waybill', (join) =>
      join.on(ksql<boolean>`lower(about_waybill.waybill_no) = lower(coalesce(exception.raw ->> 'waybill_no', ''))`),
    )
    .leftJoin('refund as of_refund', 'of_refund.refund_no', 'exception.source_name')
    .where('exception.kind', 'in', kindsOn(screen))
    .select([
      'exception.id',
      'exception.kind',
      'exception.status',
      'exception.owner_id',
      'about_waybill.id as waybill_id',
      'about_waybill.waybill_no',
      'exception.units',
      'exception.product_id',
      'exception.code',
      'exception.cause',
      'exception.source',
      seenSource.as('source_name'),
      'exception.times',
      'exception.last_at',
      'exception.due_at',
      'exception.settled_at',
      'exception.settlement',
      'exception.created_at',
      // From the joined table, so that it is null for orders that row security hides.
      'o.id as work_order_id',
      'o.order_no as work_order_no',
      'owner.name as owner',
      'settler.id as settled_by_id',
      'settler.name as settled_by',
      isOverdue.as('overdue'),
      ksql<number>`cardinality(exception.codes)`.as('codes_count'),
      ksql<string | null>`exception.refusals -> 0 ->> 'reason'`.as('reason'),
      ksql<string | null>`exception.refusals -> 0 ->> 'conflict'`.as('conflict'),
    ]) as Query<ExceptionListRow>;

/** Searches for a whole code, part of the first code, or part of the name of the source or of the order number. */
function withKeyword(rows: Query, keyword: string): Query {
  const pattern = containing(keyword);
  return rows.where((eb) =>
    eb.or([
      ksql<boolean>`exception.codes @> ${[keyword.trim()]}::text[]`,
      eb('exception.code', 'ilike', pattern),
      ksql<boolean>`${seenSource} ilike ${pattern}`,
      eb('o.order_no', 'ilike', pattern),
    ]),
  );
}

/** Leaves out the waybills that the reader may not see. */
async function withSeenConflicts(rows: ExceptionListRow[], db: Kysely<Schema>): Promise<ExceptionListRow[]> {
  const refusals = await visibleRefusals(
    db,
    rows.map(({ reason, conflict }) => ({ reason: reason ?? '', conflict })),
  );
  return rows.map((row, at) => ({ ...row, conflict: refusals[at]?.conflict ?? null }));
}
