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

/** The written tables whose facts ask for an announcement that was not made. */
export function unannounced(tables: Tables, names: Iterable<string>, announced: ReadonlySet<string>): string[] {
  return [...new Set(names)].filter((name) => {
    const table = tables.get(name);
    if (!table || table.auditedThrough === 'never') return true;
    if (table.auditedThrough === 'own-record') return false;
    return !(table.auditedThrough ?? [name]).some((thing) => announced.has(thing));
  });
}

/**
 * The tables that the transaction has written or tried to write, by statements or triggers: it holds a RowExclusiveLock on them.
 * Tables with `told: 'never'` are left out, since only the system itself writes them.
 */
export async function lockedToWrite(transaction: Kysely<Schema>, tables: Tables): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = pg_backend_pid() and l.locktype = 'relation' and l.mode = 'RowExclusiveLock' and l.granted
      and l.database = (select oid from pg_database where datname = current_database())
      and c.relkind in ('r', 'p')`.execute(transaction);
  return rows
    .map(({ name }) => name)
    .filter((name) => tables.has(name) && tables.get(name)?.auditedThrough !== 'never');
}

type Transforming = Parameters<KyselyPlugin['transformQuery']>[0];
type Transformed = Parameters<KyselyPlugin['transformResult']>[0];

/** A Kysely plugin that notes which tables statements write. A statement that affected no row counts as not writing. */
export class WrittenTables implements KyselyPlugin {
  /** In the order of the statements, with repetitions. */
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

/** A Kysely plugin that throws for statements that write. */
export const readOnly: KyselyPlugin = {
  transformQuery({ node }) {
    const [table] = tablesWritten(node);
    if (table !== undefined) throw new Error(`${table} must be written through change.db`);
    return node;
  },
  transformResult: async ({ result }) => result,
};

/**
 * The tables that a statement writes. PostgreSQL allows writes only at the top level and in `with` clauses, so these are
 * examined; raw SQL is searched for keywords.
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

/** Stands for a table whose name cannot be determined; since no table is called so, it is never announced. */
const unknownTable = '?';

/** Keywords that write. `for update` and `on conflict do update` are not matched. */
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
