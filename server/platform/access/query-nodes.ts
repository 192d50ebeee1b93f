import type { OperationNode, OperationNodeKind } from 'kysely';
import { noAccess } from '../refusal.ts';

/**
 * The kinds of query nodes that queries of a party may consist of. For each of them row security knows how it reaches rows, or
 * that it reaches none. Anything else is refused, including nodes that a later version of Kysely adds.
 */
const kinds = new Set<OperationNodeKind>([
  // Statements, whose reads and writes are narrowed.
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  // Nodes that name tables. Each table is narrowed, or refused in this position.
  'FromNode',
  'JoinNode',
  'UsingNode',
  'TableNode',
  'SchemableIdentifierNode',
  'WithNode',
  'CommonTableExpressionNode',
  'CommonTableExpressionNameNode',
  // Raw SQL and functions, checked by `raw-sql.ts`.
  'RawNode',
  'FunctionNode',
  'AggregateFunctionNode',
  // Parts of statements, made of expressions.
  'SelectionNode',
  'SelectAllNode',
  'SelectModifierNode',
  'SetOperationNode',
  'OnNode',
  'WhereNode',
  'GroupByNode',
  'GroupByItemNode',
  'HavingNode',
  'OrderByNode',
  'OrderByItemNode',
  'LimitNode',
  'OffsetNode',
  'ValuesNode',
  'ColumnUpdateNode',
  'OnConflictNode',
  'ReturningNode',
  // Expressions over the rows at hand.
  'IdentifierNode',
  'AliasNode',
  'ReferenceNode',
  'ColumnNode',
  'ValueNode',
  'ValueListNode',
  'PrimitiveValueListNode',
  'DefaultInsertValueNode',
  'OperatorNode',
  'UnaryOperationNode',
  'BinaryOperationNode',
  'AndNode',
  'OrNode',
  'ParensNode',
  'TupleNode',
  'CaseNode',
  'WhenNode',
]);

export function requireKnown({ kind }: OperationNode): void {
  if (!kinds.has(kind)) throw noAccess(`a query holds a ${kind}`);
}
