import { type Kysely, sql as ksql } from 'kysely';
import { type ExceptionScreen, type ExceptionScreenKey, kindsOn } from '../../../../contract/trace/exception.ts';
import type { Account, Caller } from '../../../platform/caller.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { asTold, type Query, serveDeclaredList } from '../../../platform/lists/declared-list.ts';
import { containing } from '../../../platform/lists/list.ts';
import { notFound } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import { refusalText } from '../../refusal-text.ts';
import type { ExceptionRooms } from '../exception-rooms.ts';
import { refusalsInWords } from '../in-words.ts';
import type { Side } from '../side.ts';
import { serveOwners } from './owners.ts';
import { serveRetries } from './retries.ts';
import { serveSteps } from './steps.ts';

/** Serves a screen of exceptions: list, detail, owners, steps and retries. */
export function serveExceptions(services: Services, rooms: ExceptionRooms, screen: ExceptionScreen): void {
  serveDeclaredList<ExceptionScreen, ExceptionListRow>(services, screen, {
    rows: (db) => exceptionsOn(db, screen.key),
    narrow: {
      keyword: withKeyword,
      overdue: (rows, value) => rows.where(value === 'yes' ? isOverdue : ksql<boolean>`not (${isOverdue})`),
    },
    defaultSort: '-created_at',
    present: (row, language) =>
      asTold(screen, {
        ...row,
        codes: row.codes_count,
        cause: refusalText({ language, timeZone: services.timeZone() }, { reason: row.cause, conflict: row.conflict }),
        retriable: row.status === 'open' && rooms.exceptions.isRetriable(row.kind, row.source),
      }),
  });
  serveDetail(services, rooms, screen);
  serveOwners(services, screen);
  serveSteps(services, rooms, screen);
  serveRetries(services, rooms, screen);
}

type Told = Pick<Schema['exception'], 'kind' | 'cause' | 'source' | 'source_name'>;

interface ExceptionListRow extends Told {
  readonly id: number;
  readonly status: 'open' | 'settled' | 'discarded';
  readonly owner_id: number | null;
  readonly code: string | null;
  readonly codes_count: number;
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

const isOverdue = ksql<boolean>`exception.status = 'open' and coalesce(exception.due_at < now(), false)`;

const exceptionsOn = (db: Kysely<Schema>, screen: ExceptionScreenKey): Query<ExceptionListRow> =>
  db
    .selectFrom('exception')
    .leftJoin('work_order as o', 'o.id', 'exception.work_order_id')
    .leftJoin('account as owner', 'owner.id', 'exception.owner_id')
    .leftJoin('account as settler', 'settler.id', 'exception.settled_by')
    .where('exception.kind', 'in', kindsOn(screen))
    .select([
      'exception.id',
      'exception.kind',
      'exception.status',
      'exception.owner_id',
      'exception.code',
      'exception.cause',
      'exception.source',
      'exception.source_name',
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
      ksql<string | null>`exception.refusals -> 0 ->> 'conflict'`.as('conflict'),
    ]) as Query<ExceptionListRow>;

/** Searches for a whole code, part of the first code, or part of the name of the source or of the order number. */
function withKeyword(rows: Query, keyword: string): Query {
  const pattern = containing(keyword);
  return rows.where((eb) =>
    eb.or([
      ksql<boolean>`exception.codes @> ${[keyword.trim()]}::text[]`,
      eb('exception.code', 'ilike', pattern),
      eb('exception.source_name', 'ilike', pattern),
      eb('o.order_no', 'ilike', pattern),
    ]),
  );
}

function serveDetail({ routes, timeZone }: Services, { exceptions }: ExceptionRooms, screen: ExceptionScreen): void {
  routes.serve(screen.detail, async ({ id }, { db, account, language }: Caller<Account>) => {
    const row = await db
      .selectFrom('exception')
      .select(['id', 'kind', 'codes', 'sides', 'refusals', 'raw'])
      .where('id', '=', id)
      .where('kind', 'in', kindsOn(screen.key))
      .executeTakeFirst();
    if (!row) throw notFound('exception');
    const notes = await db
      .selectFrom('exception_note')
      .leftJoin('account', 'account.id', 'exception_note.account_id')
      .select(['exception_note.step', 'exception_note.text', 'exception_note.created_at', 'account.name as by'])
      .where('exception_note.exception_id', '=', id)
      .orderBy('exception_note.id')
      .execute();
    const seen = account.party ? await ownOrders(db, row.sides) : undefined;
    return {
      id,
      codes: row.codes,
      sides: row.sides.map((side) => shownSide(side, seen)),
      refusals: refusalsInWords(row.refusals, { language, timeZone: timeZone() }),
      raw: JSON.stringify(row.raw, null, 2),
      content: JSON.stringify(exceptions.again({ ...row, raw: row.raw as object }), null, 2),
      notes: notes.map(({ created_at, ...note }) => ({ ...note, at: created_at.toISOString() })),
    };
  });
}

async function ownOrders(db: Kysely<Schema>, sides: readonly Side[]): Promise<ReadonlySet<number>> {
  const ids = sides.flatMap(({ work_order_id }) => work_order_id ?? []);
  if (ids.length === 0) return new Set();
  const own = await db.selectFrom('work_order').select('id').where('id', 'in', ids).execute();
  return new Set(own.map(({ id }) => id));
}

/** Hides acts of other factories' work orders from people of a party. */
function shownSide(side: Side, own: ReadonlySet<number> | undefined) {
  const { work_order_id } = side;
  if (own && (work_order_id === null || !own.has(work_order_id))) return { role: side.role, hidden: true as const };
  return side;
}
