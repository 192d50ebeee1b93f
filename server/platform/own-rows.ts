import {
  AliasNode,
  AndNode,
  ColumnNode,
  type ColumnUpdateNode,
  type DeleteQueryNode,
  FromNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type Kysely,
  type KyselyPlugin,
  type MergeQueryNode,
  type OperationNode,
  OperationNodeTransformer,
  ParensNode,
  PrimitiveValueListNode,
  type QueryId,
  type RawNode,
  type RootOperationNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  UsingNode,
  ValueNode,
  ValuesNode,
  WhereNode,
  type WithNode,
} from 'kysely';
import { ownership } from './ownership.ts';
import { noAccess } from './refusal.ts';
import type { Schema } from './schema.ts';

/** A factory or a dealer, whose people see its own rows only. */
export interface Party {
  readonly kind: 'factory' | 'dealer';
  readonly id: number;
}

type Table = keyof Schema;

/**
 * The database as a party sees it: whatever a query reads, changes or deletes is narrowed to the party's own rows, in
 * every part of the query. What cannot be narrowed (raw statements, foreign tables) is refused, so that a query cannot
 * forget it.
 */
export function ownRowsOf(db: Kysely<Schema>, party: Party): Kysely<Schema> {
  return db.withPlugin(new OwnRows(db, party));
}

class OwnRows implements KyselyPlugin {
  readonly #db: Kysely<Schema>;
  readonly #party: Party;

  constructor(db: Kysely<Schema>, party: Party) {
    this.#db = db.withoutPlugins();
    this.#party = party;
  }

  transformQuery({ node, queryId }: { node: RootOperationNode; queryId: QueryId }): RootOperationNode {
    const names = new WithNames();
    names.transformNode(node, queryId);
    return new Narrowing(this.#db, this.#party, names.found).transformNode(node, queryId);
  }

  async transformResult<Result>({ result }: { result: Result }): Promise<Result> {
    return result;
  }
}

/** The names that a query's own `with` clauses give. */
class WithNames extends OperationNodeTransformer {
  readonly found = new Set<string>();

  protected override transformWith(node: WithNode, queryId?: QueryId): WithNode {
    for (const { name: given } of node.expressions) {
      const { name } = given.table.table.identifier;
      // Under a table's name, the table itself could be read unnarrowed.
      if (Object.hasOwn(ownership, name)) throw noAccess();
      this.found.add(name);
    }
    return super.transformWith(node, queryId);
  }
}

class Narrowing extends OperationNodeTransformer {
  readonly #db: Kysely<Schema>;
  readonly #party: Party;
  readonly #withNames: ReadonlySet<string>;

  constructor(db: Kysely<Schema>, party: Party, withNames: ReadonlySet<string>) {
    super();
    this.#db = db;
    this.#party = party;
    this.#withNames = withNames;
  }

  protected override transformFrom(node: FromNode, queryId?: QueryId): FromNode {
    const from = super.transformFrom(node, queryId);
    return FromNode.create(from.froms.map((table) => this.#narrowed(table)));
  }

  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    const join = super.transformJoin(node, queryId);
    return { ...join, table: this.#narrowed(join.table) };
  }

  protected override transformUsing(node: UsingNode, queryId?: QueryId): UsingNode {
    const using = super.transformUsing(node, queryId);
    return UsingNode.create(using.tables.map((table) => this.#narrowed(table)));
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const [target] = node.from.froms;
    const query = super.transformDeleteQuery({ ...node, from: FromNode.create([]) }, queryId);
    return { ...query, from: node.from, where: both(query.where, this.#changeable(target)) };
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const where = this.#changeable(node.table);
    const owner = this.#ownerColumn(tableOf(node.table));
    for (const update of node.updates ?? []) if (isOf(update, owner)) this.#requireOwn(update.value);
    const query = super.transformUpdateQuery(node, queryId);
    return { ...query, where: both(query.where, where) };
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const owner = this.#ownerColumn(tableOf(node.into));
    const at = node.columns?.findIndex(({ column }) => column.name === owner) ?? -1;
    if (owner === undefined || at < 0 || !node.values || !ValuesNode.is(node.values)) throw noAccess();
    // A row that is there already may be another's.
    if (node.onConflict?.updates || node.replace || node.onDuplicateKey) throw noAccess();
    for (const row of node.values.values) this.#requireOwn(row.values[at], PrimitiveValueListNode.is(row));
    return super.transformInsertQuery(node, queryId);
  }

  protected override transformMergeQuery(_: MergeQueryNode): MergeQueryNode {
    throw noAccess();
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    if (/\b(select|insert|update|delete|merge|truncate|copy|table|call|do)\b/i.test(node.sqlFragments.join(' '))) {
      throw noAccess();
    }
    return super.transformRaw(node, queryId);
  }

  /** A table in a from clause, as a selection of the party's own rows under the same name. */
  #narrowed(node: OperationNode): OperationNode {
    const table = tableOf(node);
    if (table === undefined || this.#withNames.has(table)) return node;
    if (ownershipOf(table) === 'everyone') return node;
    const alias = AliasNode.is(node) ? node.alias : IdentifierNode.create(table);
    return AliasNode.create(ParensNode.create(this.#ownRows(table as Table)), alias);
  }

  #ownRows(table: Table): SelectQueryNode {
    const rule = ownershipOf(table);
    const own = typeof rule === 'object' ? rule[this.#party.kind] : undefined;
    const rows = this.#db.selectFrom(table).selectAll(table);
    const { id } = this.#party;
    const narrowed = rows.where((eb) => {
      if (own === undefined) return eb.lit(false);
      // biome-ignore lint/suspicious/noExplicitAny: the rule of a table fits the rows of that table
      return typeof own === 'function' ? (own as any)(eb, id) : (eb as any)(`${table}.${own}`, '=', id);
    });
    return narrowed.toOperationNode() as SelectQueryNode;
  }

  /** The condition under which rows of a table may be changed. */
  #changeable(node: OperationNode | undefined): OperationNode {
    const table = tableOf(node);
    if (table === undefined || AliasNode.is(node as OperationNode)) throw noAccess();
    if (typeof ownershipOf(table) === 'string') throw noAccess();
    return (this.#ownRows(table as Table).where as WhereNode).where;
  }

  #ownerColumn(table: string | undefined): string | undefined {
    const rule = table === undefined ? undefined : ownershipOf(table);
    const own = typeof rule === 'object' ? rule[this.#party.kind] : undefined;
    return typeof own === 'string' ? own : undefined;
  }

  #requireOwn(value: unknown, primitive = false): void {
    const given = primitive ? value : ValueNode.is(value as OperationNode) ? (value as ValueNode).value : undefined;
    if (given !== this.#party.id) throw noAccess();
  }
}

function ownershipOf(table: string) {
  if (!Object.hasOwn(ownership, table)) throw noAccess();
  return ownership[table as Table] as 'everyone' | 'enterprise' | { factory?: unknown; dealer?: unknown };
}

function tableOf(node: OperationNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (AliasNode.is(node)) return tableOf(node.node);
  return TableNode.is(node) ? node.table.identifier.name : undefined;
}

const isOf = ({ column }: ColumnUpdateNode, name: string | undefined): boolean =>
  ColumnNode.is(column) && column.column.name === name;

const both = (where: WhereNode | undefined, condition: OperationNode): WhereNode =>
  WhereNode.create(where ? AndNode.create(ParensNode.create(where.where), condition) : condition);
