import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { Selectable } from 'kysely';
import type { AuditedTable, Change } from '../audit/audit-log.ts';
import type { Schema } from '../database/schema.ts';
import { type Problem, Refusal } from '../refusal.ts';

/** A row as it is now, read after `change.changing` has locked it. */
interface Current {
  readonly id: number;
  readonly updated_at: Date;
}

/** Tables whose rows are read so. */
type Dated = {
  [Table in keyof Schema]: Selectable<Schema[Table]> extends Current ? Table : never;
}[keyof Schema];

/** What a record of a change keeps of a row. */
type Image = Readonly<Record<string, unknown>>;

/** How many changes of one row are examined at most. */
const maxChanges = 50;

/**
 * Optimistic locking: throws 409 (`stale`) if the row was changed since the caller read it with `updated_at` = `version`;
 * undefined skips the check. The refusal names each field that was changed since, by whom and to what. `inputNames` maps
 * columns to input names.
 */
export async function requireFresh(
  change: Change,
  thing: AuditedTable,
  row: Current,
  version: string | undefined,
  inputNames: Readonly<Record<string, string>> = {},
  /** The fields that are being changed, to which the check is limited; all by default. */
  paths?: ReadonlySet<string>,
): Promise<void> {
  // Compared in milliseconds, as callers read it; the database stores microseconds.
  if (version === undefined || new Date(version).getTime() === row.updated_at.getTime()) return;
  const fields = await changedSince(change, thing, row.id, new Date(version));
  if (paths && fields.length > 0 && !fields.some(({ path }) => paths.has(path))) return;
  throw new Refusal(
    409,
    ErrorCode.stale,
    { reason: 'stale' },
    { fields: fields.map((field) => ({ ...field, path: inputNames[field.path] ?? field.path })) },
  );
}

/** The same for a row that is known by its id. One that is not there is the caller's affair. */
export async function refuseStale(
  change: Change,
  thing: Dated,
  id: number,
  version: string | undefined,
  inputNames: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (version === undefined) return;
  const { db } = change;
  const row = await db
    .selectFrom(db.dynamic.table(thing).as('row'))
    .select(['row.id', 'row.updated_at'])
    .where('row.id', '=', id)
    .executeTakeFirst();
  if (row) await requireFresh(change, thing, row, version, inputNames);
}

async function changedSince({ db }: Change, thing: AuditedTable, id: number, version: Date): Promise<Problem[]> {
  const changes = await db
    .selectFrom('audit_change as c')
    .innerJoin('audit_log as l', 'l.id', 'c.audit_id')
    .where('c.thing', '=', thing)
    .where('c.thing_id', '=', String(id))
    .orderBy('c.audit_id', 'desc')
    .limit(maxChanges)
    .select(['l.account_name', 'c.before', 'c.after'])
    .execute();
  const problems = new Map<string, Problem>();
  for (const { account_name, before, after } of changes) {
    // The newest first: a field is told as it is now.
    for (const problem of differences(before as Image | null, after as Image | null, account_name)) {
      if (isLater(after as Image | null, version) && !problems.has(problem.path)) problems.set(problem.path, problem);
    }
  }
  return [...problems.values()];
}

const isLater = (after: Image | null, version: Date): boolean =>
  typeof after?.updated_at === 'string' && new Date(after.updated_at).getTime() > version.getTime();

/** The columns in which two states of a row differ; what the system itself keeps, and secrets, are not told. */
function differences(before: Image | null, after: Image | null, by: string): Problem[] {
  if (!before || !after) return [];
  const columns = Object.keys(after).filter(
    (name) => !name.endsWith('_at') && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return columns.filter((name) => !isMasked(after[name])).map((path) => ({ path, ...changeOf(path, after[path], by) }));
}

const isMasked = (value: unknown): boolean => typeof value === 'string' && value.startsWith('•••');

/** Texts and numbers are told; references say nothing to a person. */
function changeOf(path: string, value: unknown, by: string): Omit<Problem, 'path'> {
  const tells = !path.endsWith('_id') && (typeof value === 'string' || typeof value === 'number') && value !== '';
  return tells
    ? { reason: 'changed_meanwhile_to', params: { by, value: String(value).slice(0, 100) } }
    : { reason: 'changed_meanwhile', params: { by } };
}
