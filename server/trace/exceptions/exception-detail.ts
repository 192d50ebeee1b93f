import { type ExceptionScreen, kindsOn } from '@suyuan/contract/trace/exception.ts';
import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import type { Kysely } from 'kysely';
import { type Account, type Caller, isOfEnterprise } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Locale } from '#platform/language.ts';
import { notFound } from '#platform/refusal.ts';
import { localeOf, type Services } from '#platform/services.ts';
import { refusalText, visibleRefusals } from '../refusal-text.ts';
import { visibleDocuments, visibleNames } from '../visible-names.ts';
import type { Side, StoredRefusal } from './exception-kind.ts';
import type { ExceptionServices } from './exceptions.ts';

/** Serves one exception with what came in, the events in conflict, and what was done about it. */
export function serveExceptionDetail(
  services: Services,
  { exceptions }: ExceptionServices,
  screen: ExceptionScreen,
): void {
  services.routes.serve(screen.detail, async ({ id }, caller: Caller<Account>) => {
    const { db, account } = caller;
    const row = await db
      .selectFrom('exception')
      .select(['id', 'kind', 'codes', 'sides', 'refusals', 'raw', 'source', 'source_name', 'device_key_id'])
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
    const mayReadAll = isOfEnterprise(account);
    const isShown = mayReadAll || (await isFromVisible(db, row));
    return {
      id,
      codes: row.codes,
      sides: mayReadAll ? row.sides.map(withoutActors) : await visibleSides(db, row.sides),
      refusals: await refusalsInWords(db, row.refusals, localeOf(services, caller)),
      raw: isShown ? JSON.stringify(row.raw, null, 2) : null,
      content: isShown ? JSON.stringify(exceptions.again({ ...row, raw: row.raw as object }), null, 2) : null,
      notes: notes.map(({ created_at, ...note }) => ({ ...note, at: created_at.toISOString() })),
    };
  });
}

type Source = Pick<Schema['exception'], 'source' | 'source_name' | 'device_key_id'>;

/** Whether it came from a device or a document that the reader may see, or from a file about their work order. */
async function isFromVisible(db: Kysely<Schema>, { source, source_name, device_key_id }: Source): Promise<boolean> {
  if (source === 'file') return true;
  if (source === 'document') return (await visibleDocuments(db, [source_name])).size > 0;
  return (await visibleNames(db, 'device_key', [device_key_id])).size > 0;
}

const withoutActors = ({ account_id: _, device_key_id: __, ...side }: Side) => side;

/**
 * The events as people of a party may see them: those of other work orders are hidden, and in those of their own, people and devices
 * of others.
 */
async function visibleSides(db: Kysely<Schema>, sides: readonly Side[]) {
  const [orders, people, devices] = await Promise.all([
    visibleNames(
      db,
      'work_order',
      sides.map(({ work_order_id }) => work_order_id),
    ),
    visibleNames(
      db,
      'account',
      sides.map(({ account_id = null }) => account_id),
    ),
    visibleNames(
      db,
      'device_key',
      sides.map(({ device_key_id = null }) => device_key_id),
    ),
  ]);
  return sides.map((side) => {
    if (!orders.has(side.work_order_id ?? 0)) return { role: side.role, hidden: true as const };
    // Sides that were kept without ids name nobody who could be looked up.
    const person = people.has(side.account_id ?? 0) ? side.person : null;
    const device = devices.has(side.device_key_id ?? 0) ? side.device : null;
    const isByOthersDevice = side.device !== null && device === null;
    return { ...withoutActors(side), person, device, line: isByOthersDevice ? null : side.line };
  });
}

/** Stored refusals with their sentences, in the language and time zone of the reader, as `db` lets the reader know them. */
export async function refusalsInWords(
  db: Kysely<Schema>,
  refusals: readonly StoredRefusal[],
  locale: Locale,
): Promise<EventRefusal[]> {
  return (await visibleRefusals(db, refusals)).map((one) => ({ ...one, message: refusalText(locale, one) }));
}
