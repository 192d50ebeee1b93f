import type { Expression, Kysely, SelectQueryNode, SqlBool } from 'kysely';
import type { AnyOwn, AnyOwnership, Through } from '../database/ownership.ts';
import type { Schema } from '../database/schema.ts';
import type { Tables } from '../database/table.ts';
import type { Party } from '../party.ts';
import { noAccess } from '../refusal.ts';

type Table = keyof Schema;

/** The ownership rules of all tables, as they apply to one party. */
export class RowRules {
  readonly #db: Kysely<Schema>;
  readonly #party: Party;
  readonly #tables: Tables;

  constructor(db: Kysely<Schema>, party: Party, tables: Tables) {
    this.#db = db;
    this.#party = party;
    this.#tables = tables;
  }

  /** A query for the party's own rows of a table. */
  rows(table: string): SelectQueryNode {
    const rows = this.#db.selectFrom(table as Table).selectAll(table as Table);
    return rows.where((eb) => this.#isOwn(eb, table)).toOperationNode() as SelectQueryNode;
  }

  /** A query for the ids of these rows, or for the given one if it is among them. */
  ids(table: string, only?: Expression<unknown>) {
    const id = this.#db.dynamic.ref<'id'>(`${table}.id`);
    const rows = this.#db.selectFrom(table as Table).select(id);
    // Of some column of some table: what that may be compared with takes the compiler seconds to find.
    // biome-ignore lint/suspicious/noExplicitAny: as for `#isOwn`
    return rows.where((eb: any) => {
      const isOwn = this.#isOwn(eb, table);
      return only ? eb.and([isOwn, eb(id, '=', only)]) : isOwn;
    });
  }

  /** The column that holds the id of the party a row belongs to. */
  ownerColumn(table: string | undefined): string | undefined {
    const rule = this.#rule(table);
    return typeof rule === 'string' ? rule : undefined;
  }

  /** The column by which a row belongs to a party of the other kind. */
  othersColumn(table: string | undefined): string | undefined {
    const rule = this.#rule(table, this.#party.kind === 'factory' ? 'dealer' : 'factory');
    return typeof rule === 'string' ? rule : undefined;
  }

  /** The reference to another table through which a row belongs to a party. */
  through(table: string | undefined): Through | undefined {
    const rule = this.#rule(table);
    return typeof rule === 'object' ? throughs(rule)[0] : undefined;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the rule of a table fits the rows of that table
  #isOwn(eb: any, table: string): Expression<SqlBool> {
    const rule = this.#rule(table);
    if (rule === undefined) return eb.lit(false);
    if (typeof rule === 'function') return rule(eb, this.#party.id);
    if (typeof rule === 'object')
      return eb.or(
        throughs(rule).map(({ column, of, when }) => {
          const refers = eb(`${table}.${column}`, 'in', this.ids(of));
          return when ? eb.and([when(eb), refers]) : refers;
        }),
      );
    return eb(`${table}.${rule}`, '=', this.#party.id);
  }

  knows(table: string): boolean {
    return this.#tables.has(table);
  }

  /** The ownership rule of a table; throws for an unknown table. */
  of(table: string): AnyOwnership {
    const rows = this.#tables.get(table)?.rows;
    if (rows === undefined) throw noAccess();
    return rows;
  }

  #rule(table: string | undefined, kind = this.#party.kind): AnyOwn | undefined {
    const rule = table === undefined ? undefined : this.of(table);
    return typeof rule === 'object' ? rule[kind] : undefined;
  }
}

const throughs = (rule: Through | readonly [Through, ...Through[]]): readonly [Through, ...Through[]] =>
  'of' in rule ? [rule] : rule;
