import type { Thing, UsersOfRow } from '@suyuan/contract/thing/thing.ts';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { ksql, type Schema } from '../database/schema.ts';
import type { NumberedTable } from '../database/table.ts';
import { firstText, type Language } from '../language.ts';
import { conflict, notFound } from '../refusal.ts';
import type { Routes } from '../serve/routes.ts';

const maxNamed = 3;

/** A query of the names of what uses something. */
// biome-ignore lint/suspicious/noExplicitAny: of any table
export type Users = SelectQueryBuilder<any, any, { name: string }>;

/**
 * What may use a row, each a reason to refuse its deletion. The texts `users.<reason>` say what they are,
 * or `users.products` for all that end with `_in_products` or `_has_products`.
 */
export type UsersByReason = Readonly<Record<string, Users | readonly Users[]>>;

/** Refuses to delete what is used, and names the first few of what uses it. */
export async function refuseUsed(reason: string, ...users: readonly Users[]): Promise<void> {
  const rows = (await Promise.all(users.map((query) => query.limit(maxNamed + 1).execute()))).flat();
  if (rows.length === 0) return;
  const names = rows.slice(0, maxNamed).map(({ name }) => name);
  throw conflict(reason, { names: [...names, ...(rows.length > maxNamed ? ['…'] : [])] });
}

/** The rows of a thing that somebody asks about. */
export interface UsedRows {
  readonly table: NumberedTable;
  readonly users: (db: Kysely<Schema>, id: number) => UsersByReason;
}

/** Serves the call that tells what uses a row, before it is disabled or deleted. */
export function serveUsers(routes: Routes, thing: Pick<Thing, 'users'>, { table, users }: UsedRows): void {
  routes.serve(thing.users, async ({ id }, { db, language }) => {
    const row = await db
      .selectFrom(db.dynamic.table(table).as('row'))
      .select('row.id')
      .where('row.id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound(table);
    const kinds = await Promise.all(
      Object.entries(users(db, id)).map(([reason, queries]) => kindOf(db, reason, [queries].flat(), language)),
    );
    return { kinds: kinds.filter(({ count }) => count > 0) };
  });
}

type Kind = UsersOfRow['kinds'][number];

async function kindOf(
  db: Kysely<Schema>,
  reason: string,
  queries: readonly Users[],
  language: Language,
): Promise<Kind> {
  const totals = queries.map((query) =>
    db.selectFrom(query.as('user')).select(ksql<number>`count(*)`.as('n')).executeTakeFirstOrThrow(),
  );
  const lists = queries.map((query) => query.limit(maxNamed).execute());
  const [counts, names] = await Promise.all([Promise.all(totals), Promise.all(lists)]);
  return {
    kind: firstText(language, [`users.${reason}`, `users.${reason.replace(/^\w+?_(in|has)_/, '')}`]) ?? reason,
    count: counts.reduce((sum, { n }) => sum + Number(n), 0),
    names: names
      .flat()
      .slice(0, maxNamed)
      .map(({ name }) => name),
  };
}

/** The names of rows that use something, the oldest first. */
export const namesOf = <Table extends keyof Schema>(rows: SelectQueryBuilder<Schema, Table, object>, column: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: of any table
  (rows as SelectQueryBuilder<any, any, any>).select(`${column} as name`).orderBy('id') as SelectQueryBuilder<
    Schema,
    Table,
    { name: string }
  >;
