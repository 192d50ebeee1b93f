import type { Kysely } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import type { Tables } from '#platform/database/table.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';

type Image = Readonly<Record<string, unknown>> | null;

/** A changed row in the log. */
export interface Change {
  readonly thing: string;
  readonly before: Image;
  readonly after: Image;
}

/** The names of referenced rows, by column or part, then by id. */
export type NamesInChange = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The target of a reference: a table, its key, and the column with the label. */
interface Reference {
  readonly table: keyof Schema;
  readonly key: string;
  readonly keyType: string;
  readonly label: string;
}

/** Adds the names of referenced rows to changes. */
export class NamedReferences {
  readonly #services: Pick<Services, 'system' | 'tables'>;
  #references: Promise<ReadonlyMap<string, Reference>> | undefined;

  constructor(services: Pick<Services, 'system' | 'tables'>) {
    this.#services = services;
  }

  /** Adds to each change the names of referenced rows that the caller may see. */
  async add<C extends Change>(changes: readonly C[], db: Kysely<Schema>): Promise<(C & { names: NamesInChange })[]> {
    this.#references ??= this.#read();
    const references = await this.#references;
    const parts = changes.map((change) => idsIn(change, references, this.#services.tables));
    const partsByReference = Map.groupBy(parts.flat(), ({ to }) => to);
    const namesByReference = new Map(
      await Promise.all(
        [...partsByReference].map(
          async ([to, all]) => [to, await namesOf(to, [...new Set(all.map(({ id }) => id))], db)] as const,
        ),
      ),
    );
    return changes.map((change, at) => ({ ...change, names: gathered(parts[at] ?? [], namesByReference) }));
  }

  /** Reads the references from the foreign keys of the database. */
  async #read(): Promise<ReadonlyMap<string, Reference>> {
    const rows = await this.#services.system.common.sql<
      { from: string; column: string; table: keyof Schema; key: string; type: string; label: string }[]
    >`
      select f.relname as "from", fa.attname as "column", t.relname as "table", ta.attname as key,
        format_type(ta.atttypid, null) as type, l.attname as label
      from pg_constraint k
      join pg_class f on f.oid = k.conrelid
      join pg_class t on t.oid = k.confrelid
      join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = k.conkey[1]
      join pg_attribute ta on ta.attrelid = t.oid and ta.attnum = k.confkey[1]
      join lateral (
        select a.attname from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attname ~ '(_|^)(name|no|code)$'
          and a.atttypid = 'text'::regtype
        order by a.attname !~ '(_|^)name$', a.attname !~ '_no$', a.attnum limit 1
      ) l on true
      where k.contype = 'f' and cardinality(k.conkey) = 1 and k.connamespace = 'public'::regnamespace`;
    return new Map(
      rows.map(({ from, column, table, key, type, label }) => [
        `${from}.${column}`,
        { table, key, keyType: type, label },
      ]),
    );
  }
}

interface Part {
  /** The column, or the part of a list, that contains the id. */
  readonly at: string;
  readonly id: string;
  readonly to: Reference;
}

function idsIn({ thing, before, after }: Change, references: ReadonlyMap<string, Reference>, tables: Tables): Part[] {
  const lists = tables.get(thing)?.audit?.lists ?? {};
  const partsAt = (at: string, value: unknown, to: Reference | undefined): Part[] => {
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) {
      // A nested list begins with the id of what it is about.
      return value.flatMap((item) => partsAt(at, Array.isArray(item) ? item[0] : item, to));
    }
    if (typeof value === 'object')
      return Object.entries(value).flatMap(([name, one]) => partsAt(name, one, byName(name)));
    return to ? [{ at, id: String(value), to }] : [];
  };
  /** A part of a list comes from another table: its name says which table it refers to. */
  const byName = (name: string) =>
    [...references.values()].find(({ table, key }) => key === 'id' && name === `${table}_id`);
  return [before, after].flatMap((image) =>
    Object.entries(image ?? {}).flatMap(([column, value]) =>
      partsAt(column, value, references.get(lists[column] ?? `${thing}.${column}`)),
    ),
  );
}

async function namesOf({ table, key, keyType, label }: Reference, ids: readonly string[], db: Kysely<Schema>) {
  // biome-ignore lint/suspicious/noExplicitAny: the database says which table it is
  const rows = (db as Kysely<any>)
    .selectFrom(table)
    .select([
      ksql<string>`${ksql.ref(`${table}.${key}`)}::text`.as('id'),
      ksql.ref<string>(`${table}.${label}`).as('name'),
    ])
    .where(ksql<boolean>`${ksql.ref(`${table}.${key}`)} = any(${ids}::text[]::${ksql.raw(keyType)}[])`);
  // Rows that the caller may not see get no name.
  const visible = await rows.execute().catch((error) => {
    if (error instanceof Refusal) return [];
    throw error;
  });
  return new Map(visible.map(({ id, name }) => [id as string, name as string]));
}

function gathered(
  parts: readonly Part[],
  namesByReference: ReadonlyMap<Reference, ReadonlyMap<string, string>>,
): NamesInChange {
  const names: Record<string, Record<string, string>> = {};
  for (const { at, id, to } of parts) {
    const name = namesByReference.get(to)?.get(id);
    if (name !== undefined) names[at] = { ...names[at], [id]: name };
  }
  return names;
}
