import {
  type Handheld,
  handheld,
  handheldEnd,
  handheldLock,
  handheldMessage,
  handheldUnlock,
} from '@suyuan/contract/organ/handheld.ts';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { beginning, containing } from '#platform/lists/list.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { endSessions } from '../session/end-sessions.ts';

/** 手持终端: serves the list of handhelds, and what the console does with them. */
export default function serveHandheldList(services: Services): void {
  const { routes } = services;
  serveDeclaredList(services, handheld, {
    rows: handhelds,
    few: true,
    narrow: {
      keyword: (rows, words) =>
        rows.where((eb) =>
          eb.or([
            ...searched.map((column) => eb(column, 'ilike', containing(words))),
            eb(eb.cast('handheld.device', 'text'), 'ilike', beginning(words)),
          ]),
        ),
      state: (rows, state) => rows.where((eb) => eb(stateOf(eb), '=', state)),
    },
    complete: async (rows, db) => {
      const refused = await refusedOf(db, rows);
      return rows.map((row) => ({ ...row, refused: refused.get(keyOf(row)) ?? 0 }));
    },
    completeExports: true,
    defaultSort: '-seen_at',
    present: ({ factory_name, dealer_name, waiting, clock_ahead, ...row }) =>
      declaredRow(handheld, {
        ...{ ...row, waiting: Number(waiting), clock_ahead: Number(clock_ahead) },
        no: row.device.slice(0, 8).toUpperCase(),
        party_name: factory_name ?? dealer_name,
      }),
  });

  routes.change(handheldMessage, async ({ id, message }, _, change) => {
    await inHand(change, id);
    // To the millisecond, because the handheld names the message by its time.
    await set(change, id, { message: message.trim(), message_at: new Date(), message_read_at: null });
    return { id };
  });

  routes.change(handheldEnd, async ({ id }, _, change) => {
    const row = await inHand(change, id);
    if (!(await endSessionsOn(change, row))) throw conflict('handheld_signed_out');
    return { id };
  });

  routes.change(handheldLock, async ({ id }, _, change) => {
    const row = await inHand(change, id);
    if (row.locked_at) throw conflict('handheld_locked');
    await endSessionsOn(change, row);
    await set(change, id, { locked_at: new Date() });
    return { id };
  });

  routes.change(handheldUnlock, async ({ id }, _, change) => {
    const row = await inHand(change, id);
    if (!row.locked_at) throw conflict('handheld_not_locked');
    await set(change, id, { locked_at: null });
    return { id };
  });
}

const searched = ['handheld.name', 'handheld.model', 'a.name', 'a.account_name'] as const;

/** Of a query that reads handhelds; sessions are those that the reader may see. */
const stateOf = (eb: ExpressionBuilder<Schema, 'handheld'>) =>
  eb
    .case()
    .when('handheld.locked_at', 'is not', null)
    .then<Handheld['state']>('locked')
    .when(
      eb.exists(
        eb
          .selectFrom('session as s')
          .select('s.id')
          .whereRef('s.device', '=', 'handheld.device')
          .whereRef('s.account_id', '=', 'handheld.account_id')
          .where('s.ended_at', 'is', null)
          .where('s.expires_at', '>', sql<Date>`now()`),
      ),
    )
    .then<Handheld['state']>('signed_in')
    .else<Handheld['state']>('signed_out')
    .end();

const handhelds = (db: Kysely<Schema>) =>
  db
    .selectFrom('handheld')
    .leftJoin('account as a', 'a.id', 'handheld.account_id')
    .leftJoin('factory as f', 'f.id', 'a.factory_id')
    .leftJoin('dealer as d', 'd.id', 'a.dealer_id')
    .selectAll('handheld')
    .select(['a.name as account', 'f.factory_name', 'd.dealer_name'])
    .select((eb) => stateOf(eb).as('state'))
    // Counted by `complete`.
    .select(sql<number>`0`.as('refused'));

type Row = Awaited<ReturnType<ReturnType<typeof handhelds>['execute']>>[number];
type InHand = Pick<Row, 'device' | 'account_id'>;

const keyOf = ({ device, account_id }: InHand): string => `${device}/${account_id}`;

/** How many refused scans of each handheld and person nobody has settled. */
async function refusedOf(db: Kysely<Schema>, rows: readonly InHand[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const counts = await db
    .selectFrom('handheld_scan')
    .select(['device', 'account_id', sql<number>`count(*)::int`.as('count')])
    .where(
      'account_id',
      'in',
      rows.map(({ account_id }) => account_id),
    )
    .where('result', '=', 'refused')
    .where('settled_at', 'is', null)
    .groupBy(['device', 'account_id'])
    .execute();
  return new Map(counts.map((row) => [keyOf(row), row.count]));
}

/** Locks the row of a handheld in the hands of a person. */
async function inHand(change: Change, id: number): Promise<InHand & Pick<Row, 'locked_at'>> {
  await change.changing('handheld', id);
  const row = await change.db
    .selectFrom('handheld')
    .select(['device', 'account_id', 'locked_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('handheld');
  return row;
}

type Settings = Partial<Pick<Schema['handheld'], 'locked_at' | 'message' | 'message_at' | 'message_read_at'>>;

const set = (change: Change, id: number, settings: Settings) =>
  change.db.updateTable('handheld').set(settings).where('id', '=', id).execute();

/** Ends the sessions of a person on a handheld; whether there were any. */
async function endSessionsOn(change: Change, { device, account_id }: InHand): Promise<boolean> {
  const open = await change.db
    .selectFrom('session')
    .select('id')
    .where('device', '=', device)
    .where('account_id', '=', account_id)
    .where('ended_at', 'is', null)
    .execute();
  await endSessions(
    change,
    open.map(({ id }) => id),
  );
  return open.length > 0;
}
