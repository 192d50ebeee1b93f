import type { Sql } from '#platform/database/driver/sql.ts';
import { tables } from '#tables.ts';

// Names that are found again in any answer: every text that people gave in a table that is not everybody's is replaced by one
// that stands nowhere else.

/** What a mark looks like, anywhere in a text. */
const markPattern = /Qz\d+c\d+n\d+z/g;

export const marksIn = (text: string): Set<string> => new Set(text.match(markPattern));

/** A column whose texts are marked. */
export interface MarkedColumn {
  readonly table: string;
  readonly column: string;
}

/** Tables of the system's own records, and of what repeats the texts of others. */
const passedOver =
  /^(access_log|act_batch|audit_|backup|code_|figure|folder_mark|guess_|imported_|job|known_|list_view|login_log|loading_rule|market_|master_key|notice|printed_|restoration|schema_|scan_|server|session|sign_in|time_mark|waiting_act|work_|outbox_)/;
/** Texts that are not names: words and numbers that the programs read. */
const notNames =
  /^(about|area_code|avatar|batch_key|cause|code|codes|depart_code|draft_key|gln|gln_extension|hash|ip|last_login_ip|link|lot|measure|password_hash|picture|place_basis|recovery_secrets|region|result|scope|search_text|seal|state|subject|taken_at|unit|upload_key|condition)$/;

export class MarkedNames {
  readonly #sql: Sql;
  readonly columns: readonly MarkedColumn[];

  private constructor(sql: Sql, columns: readonly MarkedColumn[]) {
    this.#sql = sql;
    this.columns = columns;
  }

  /** Marks the names of all rows that there are. */
  static async of(sql: Sql): Promise<MarkedNames> {
    // Columns of which only some words are allowed, and references, hold no names.
    const columns = await sql<MarkedColumn[]>`
      select c.table_name as "table", c.column_name as "column"
      from information_schema.columns c
      join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
      join pg_attribute a on a.attrelid = t.oid and a.attname = c.column_name
      where c.table_schema = 'public' and c.udt_name = 'text' and c.is_generated = 'NEVER'
        and not exists (
          select from pg_constraint k where k.conrelid = t.oid and a.attnum = any(k.conkey)
            and (k.contype in ('f', 'p') or (k.contype = 'c' and pg_get_constraintdef(k.oid) ~ 'ARRAY|~')))
      order by 1, 2`;
    const named = columns.filter(
      ({ table, column }) =>
        (tables.get(table)?.rows ?? 'everyone') !== 'everyone' && !passedOver.test(table) && !notNames.test(column),
    );
    await sql`create sequence name_mark`;
    const marked = new MarkedNames(sql, named);
    await marked.again();
    return marked;
  }

  /** Marks what came to be since; what has its mark keeps it. */
  async again(): Promise<void> {
    await this.#sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      for (const [at, { table, column }] of this.columns.entries()) {
        await sql`
          update ${sql(table)} set ${sql(column)} = ${`Qz${at}c${table.length}n`} || nextval('name_mark') || 'z'
          where ${sql(column)} <> '' and ${sql(column)} !~ '^Qz'`;
      }
    });
  }

  /** Where a mark stands. */
  columnOf(mark: string): MarkedColumn {
    return this.columns[Number(/^Qz(\d+)c/.exec(mark)?.[1])] as MarkedColumn;
  }
}
