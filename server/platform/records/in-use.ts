import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { conflict } from '../refusal.ts';

const mostNamed = 3;

/** A query of the names of what uses something. */
export interface Users {
  readonly limit: (count: number) => { readonly execute: () => Promise<{ name: string }[]> };
}

/** Refuses to delete what is used, and names the first few of what uses it. */
export async function refuseUsed(reason: string, ...users: readonly Users[]): Promise<void> {
  const found = (await Promise.all(users.map((query) => query.limit(mostNamed + 1).execute()))).flat();
  if (found.length === 0) return;
  const names = found.slice(0, mostNamed).map(({ name }) => name);
  throw conflict(reason, { names: [...names, ...(found.length > mostNamed ? ['…'] : [])] });
}

/** The names of rows that use something, the oldest first. */
export const namesOf = <Table extends keyof Schema>(rows: SelectQueryBuilder<Schema, Table, object>, column: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: of any table
  (rows as SelectQueryBuilder<any, any, any>).select(`${column} as name`).orderBy('id') as SelectQueryBuilder<
    Schema,
    Table,
    { name: string }
  >;
