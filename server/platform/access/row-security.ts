import {
  type AggregateFunctionNode,
  AliasNode,
  AndNode,
  type CommonTableExpressionNode,
  DefaultInsertValueNode,
  type DeleteQueryNode,
  ExpressionWrapper,
  FromNode,
  type FunctionNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  type QueryId,
  RawNode,
  type RootOperationNode,
  type SchemableIdentifierNode,
  TableNode,
  type UnaryOperationNode,
  type UpdateQueryNode,
  UsingNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
  type WithNode,
} from 'kysely';
import type { Account } from '../caller.ts';
import type { Through } from '../database/ownership.ts';
import type { Schema } from '../database/schema.ts';
import type { Tables } from '../database/table.ts';
import type { Party } from '../party.ts';
import { noAccess } from '../refusal.ts';
import { requireKnown } from './query-nodes.ts';
import { plainColumn, requireExpression, requireHarmless, requireSavepoint } from './raw-sql.ts';
import { RowRules } from './row-rules.ts';
import { selected } from './row-values.ts';

/** The database as an account may use it: narrowed for people of a party, all rows for those of the enterprise. */
export function seenBy(db: Kysely<Schema>, account: Pick<Account, 'party'>, tables: Tables): Kysely<Schema> {
  return account.party ? ownRowsOf(db, account.party, tables) : db;
}

/**
 * Row-level security in the application: whatever a query reads, changes or deletes is narrowed to the party's own rows, in
 * every part of the query. Whatever cannot be narrowed (raw statements, unknown tables, unlisted kinds of nodes) is refused
 * with 401, so that no query can bypass it by mistake.
 */
export function ownRowsOf(db: Kysely<Schema>, party: Party, tables: Tables): Kysely<Schema> {
  return db.withPlugin(new OwnRows(db, party, tables));
}

const statements = new Set<string>(['SelectQueryNode', 'InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

class OwnRows implements KyselyPlugin {
  readonly #rules: RowRules;
  readonly #party: Party;

  constructor(db: Kysely<Schema>, party: Party, tables: Tables) {
    this.#rules = new RowRules(db.withoutPlugins(), party, tables);
    this.#party = party;
  }

  transformQuery({ node, queryId }: { node: RootOperationNode; queryId: QueryId }): RootOperationNode {
    if (RawNode.is(node)) requireSavepoint(node);
    else if (!statements.has(node.kind)) throw noAccess();
    else return new Narrowing(this.#rules, this.#party).transformNode(node, queryId);
    return node;
  }

  async transformResult<Result>({ result }: { result: Result }): Promise<Result> {
    return result;
  }
}

class Narrowing extends OperationNodeTransformer {
  readonly #party: Party;
  readonly #rules: RowRules;
  /** The names of common table expressions in scope. */
  #withNames: ReadonlySet<string> = new Set();

  constructor(rules: RowRules, party: Party) {
    super();
    this.#rules = rules;
    this.#party = party;
  }

  protected override transformNodeImpl<Node extends OperationNode>(node: Node, queryId?: QueryId): Node {
    requireKnown(node);
    const { with: clause } = node as { with?: WithNode };
    if (clause === undefined) return super.transformNodeImpl(node, queryId);
    const names = new Set([...this.#withNames, ...clause.expressions.map((one) => this.#withName(one))]);
    return this.#knowing(names, () => super.transformNodeImpl(node, queryId));
  }

  protected override transformWith(node: WithNode, queryId?: QueryId): WithNode {
    if (node.recursive) return super.transformWith(node, queryId);
    // A CTE sees the ones before it; its own name would refer to a table.
    const names = new Set(this.#withNames);
    for (const one of node.expressions) names.delete(this.#withName(one));
    const expressions = node.expressions.map((one) => {
      const expression = this.#knowing(new Set(names), () => this.transformNode(one, queryId));
      names.add(this.#withName(one));
      return expression;
    });
    return { ...node, expressions };
  }

  protected override transformSchemableIdentifier(node: SchemableIdentifierNode): SchemableIdentifierNode {
    if (node.schema !== undefined) throw noAccess();
    return node;
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
    const [target, ...more] = node.from.froms;
    if (more.length > 0) throw noAccess();
    const query = super.transformDeleteQuery({ ...node, from: FromNode.create([]) }, queryId);
    return { ...query, from: node.from, where: both(query.where, this.#changeable(target)) };
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const where = this.#changeable(node.table);
    const table = tableOf(node.table);
    const owner = this.#rules.ownerColumn(table);
    const through = this.#rules.through(table)?.column;
    for (const { column, value } of node.updates ?? []) {
      const name = plainColumn(column);
      if (name === owner) this.#requireOwn(value);
      if (name === this.#rules.othersColumn(table)) requireNobody(value);
      // An update may change neither the id of a row nor its owner.
      if (name === through || name === 'id') throw noAccess();
    }
    const query = super.transformUpdateQuery(node, queryId);
    return { ...query, where: both(query.where, where) };
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const table = tableOf(node.into);
    const through = this.#rules.through(table);
    const owner = through?.column ?? this.#rules.ownerColumn(table);
    const at = node.columns?.findIndex(({ column }) => column.name === owner) ?? -1;
    if (table === undefined || owner === undefined || at < 0 || !node.values || !ValuesNode.is(node.values))
      throw noAccess();
    // The existing row may belong to somebody else.
    if (node.onConflict?.updates || node.replace || node.onDuplicateKey) throw noAccess();
    const others = node.columns?.findIndex(({ column }) => column.name === this.#rules.othersColumn(table)) ?? -1;
    for (const row of node.values.values) {
      if (!through) this.#requireOwn(row.values[at], PrimitiveValueListNode.is(row));
      if (others >= 0) requireNobody(row.values[others]);
    }
    const query = super.transformInsertQuery(node, queryId);
    const inserted = query.values as ValuesNode;
    const values = through ? this.#referringToOwn(inserted, at, through) : inserted;
    return { ...query, values: selected(table, node.columns ?? [], values) };
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    requireExpression(node);
    return super.transformRaw(node, queryId);
  }

  protected override transformFunction(node: FunctionNode, queryId?: QueryId): FunctionNode {
    requireHarmless(node.func);
    return super.transformFunction(node, queryId);
  }

  protected override transformAggregateFunction(node: AggregateFunctionNode, queryId?: QueryId): AggregateFunctionNode {
    requireHarmless(node.func);
    return super.transformAggregateFunction(node, queryId);
  }

  protected override transformUnaryOperation(node: UnaryOperationNode, queryId?: QueryId): UnaryOperationNode {
    // Only listed prefixes: two minus signs would begin a comment.
    if (!prefixes.has((node.operator as OperatorNode).operator)) throw noAccess();
    return super.transformUnaryOperation(node, queryId);
  }

  /** Replaces a table in a from clause by a sub-query for the party's own rows, under the same name. */
  #narrowed(node: OperationNode): OperationNode {
    const table = tableOf(node);
    if (table === undefined && !isDerived(node)) throw noAccess();
    if (table === undefined || this.#withNames.has(table)) return node;
    if (this.#rules.of(table) === 'everyone') return node;
    const alias = AliasNode.is(node) ? node.alias : IdentifierNode.create(table);
    return AliasNode.create(ParensNode.create(this.#rules.rows(table)), alias);
  }

  /** The values of an insert, with references to rows of others replaced by null. */
  #referringToOwn(values: ValuesNode, at: number, { of }: Through): ValuesNode {
    const lists = values.values.map((row) => {
      const items = PrimitiveValueListNode.is(row) ? row.values.map((value) => ValueNode.create(value)) : row.values;
      const own = this.#rules.ids(of, new ExpressionWrapper(items[at] as OperationNode));
      return ValueListNode.create(items.with(at, own.toOperationNode()));
    });
    return ValuesNode.create(lists);
  }

  /** The condition under which rows of a table may be changed. */
  #changeable(node: OperationNode | undefined): OperationNode {
    const table = tableOf(node);
    if (table === undefined || AliasNode.is(node as OperationNode)) throw noAccess();
    if (typeof this.#rules.of(table) === 'string') throw noAccess();
    return (this.#rules.rows(table).where as WhereNode).where;
  }

  #withName({ name: expression }: CommonTableExpressionNode): string {
    const { name } = expression.table.table.identifier;
    // A CTE named like a table would let the table itself be read without narrowing.
    if (this.#rules.knows(name)) throw noAccess();
    return name;
  }

  #knowing<Result>(names: ReadonlySet<string>, work: () => Result): Result {
    const outside = this.#withNames;
    this.#withNames = names;
    try {
      return work();
    } finally {
      this.#withNames = outside;
    }
  }

  #requireOwn(value: unknown, primitive = false): void {
    const owner = primitive ? value : ValueNode.is(value as OperationNode) ? (value as ValueNode).value : undefined;
    if (owner !== this.#party.id) throw noAccess();
  }
}

function tableOf(node: OperationNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (AliasNode.is(node)) return tableOf(node.node);
  return TableNode.is(node) ? node.table.identifier.name : undefined;
}

/** Whether a query reads a sub-query, values or a function instead of a table. */
const isDerived = (node: OperationNode): boolean =>
  AliasNode.is(node) && kinds.has((ParensNode.is(node.node) ? node.node.node : node.node).kind);
const kinds = new Set<string>(['SelectQueryNode', 'ValuesNode', 'FunctionNode']);

const prefixes = new Set<string>(['not', 'exists', 'not exists']);

/** Throws unless the owner column of the other kind of party stays empty. */
function requireNobody(value: unknown): void {
  const node = value as OperationNode | null;
  if (node !== null && !DefaultInsertValueNode.is(node) && !(ValueNode.is(node) && node.value === null))
    throw noAccess();
}

const both = (where: WhereNode | undefined, condition: OperationNode): WhereNode =>
  WhereNode.create(where ? AndNode.create(ParensNode.create(where.where), condition) : condition);
