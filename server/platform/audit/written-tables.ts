import {
  AliasNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  type QueryResult,
  RawNode,
  sql,
  TableNode,
  type WithNode,
} from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Tables } from '../database/table.ts';

/** The tables, among those written, of which nothing was announced. */
export function unannounced(tables: Tables, written: Iterable<string>, announced: ReadonlySet<string>): string[] {
  return [...new Set(written)].filter((name) => {
    const table = tables.get(name);
    if (!table || table.told === 'never') return true;
    if (table.told === 'own-record') return false;
    return !(table.told ?? [name]).some((thing) => announced.has(thing));
  });
}

/**
 * The tables that the transaction has set out to write, by whatever statements and triggers: it holds the lock of a writer
 * on them. Those that no call writes are the system's own, which it may.
 */
export async function lockedToWrite(transaction: Kysely<Schema>, tables: Tables): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = pg_backend_pid() and l.locktype = 'relation' and l.mode = 'RowExclusiveLock' and l.granted
      and l.database = (select oid from pg_database where datname = current_database())
      and c.relkind in ('r', 'p')`.execute(transaction);
  return rows.map(({ name }) => name).filter((name) => tables.has(name) && tables.get(name)?.told !== 'never');
}

type Transforming = Parameters<KyselyPlugin['transformQuery']>[0];
type Transformed = Parameters<KyselyPlugin['transformResult']>[0];

/** Notes which tables the statements of a handle write. One that met no row has written nothing. */
export class WrittenTables implements KyselyPlugin {
  /** In the order they were written, each as often. */
  readonly names: string[] = [];
  readonly #underWay = new WeakMap<object, string[]>();

  transformQuery({ node, queryId }: Transforming) {
    const tables = tablesWritten(node);
    if (tables.length > 0) this.#underWay.set(queryId, tables);
    return node;
  }

  async transformResult({ result, queryId }: Transformed): Promise<QueryResult<Record<string, unknown>>> {
    const tables = this.#underWay.get(queryId) ?? [];
    const metNone = tables.length === 1 && result.numAffectedRows === 0n;
    if (!metNone) this.names.push(...tables);
    return result;
  }
}

/** Refuses statements that write. */
export const readOnly: KyselyPlugin = {
  transformQuery({ node }) {
    const [table] = tablesWritten(node);
    if (table !== undefined) throw new Error(`${table} is written beside the change that ought to write it`);
    return node;
  },
  transformResult: async ({ result }) => result,
};

/**
 * The tables that a statement writes. PostgreSQL lets a statement write at its top and in its `with` clauses alone, so it
 * is looked for there, and in raw SQL by its words.
 */
export function tablesWritten(node: OperationNode): string[] {
  if (RawNode.is(node)) return tablesWrittenByText(textOf(node));
  const { with: clause } = node as { with?: WithNode };
  const within = clause?.expressions.flatMap(({ expression }) => tablesWritten(expression)) ?? [];
  return [...within, ...targetsOf(node).map(nameOf)];
}

function targetsOf(node: OperationNode): readonly OperationNode[] {
  const { into, table, from } = node as {
    into?: OperationNode;
    table?: OperationNode;
    from?: { froms: OperationNode[] };
  };
  switch (node.kind) {
    case 'InsertQueryNode':
    case 'MergeQueryNode':
      return into ? [into] : [];
    case 'UpdateQueryNode':
      return table ? [table] : [];
    case 'DeleteQueryNode':
      return from?.froms ?? [];
    default:
      return [];
  }
}

function nameOf(node: OperationNode): string {
  if (AliasNode.is(node)) return nameOf(node.node);
  return TableNode.is(node) ? node.table.identifier.name : unknownTable;
}

/** No table is called so: what writes a table whose name cannot be told is never announced. */
const unknownTable = '?';

/** `update` is also what locks a row, and what an insert does on a conflict. */
const writing =
  /(?<!\b(?:for|key|do)\s+)\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?(?<table>[\w."]+|\S)/gi;

const tablesWrittenByText = (text: string): string[] =>
  Array.from(text.matchAll(writing), ({ groups }) => {
    const name = groups?.table ?? '';
    return /^\w+$/.test(name) ? name.toLowerCase() : unknownTable;
  });

function textOf({ sqlFragments, parameters }: RawNode): string {
  return sqlFragments.reduce((before, after, index) => `${before}${textBetween(parameters[index - 1])}${after}`);
}

function textBetween(node: OperationNode | undefined): string {
  if (!node) return '';
  if (RawNode.is(node)) return textOf(node);
  return TableNode.is(node) ? nameOf(node) : ` ${unknownTable} `;
}
