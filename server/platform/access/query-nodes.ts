import type { OperationNode, OperationNodeKind } from 'kysely';
import { noAccess } from '../refusal.ts';

/**
 * What queries of a party may be made of. Of each it is known here how it reaches rows, or that it reaches none; whatever
 * is not listed is refused, so also what the query builder learns with a later version.
 */
const known = new Set<OperationNodeKind>([
  // Statements. What they read and write is narrowed.
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  // Where tables are named. Each is narrowed, or is refused where it stands.
  'FromNode',
  'JoinNode',
  'UsingNode',
  'TableNode',
  'SchemableIdentifierNode',
  'WithNode',
  'CommonTableExpressionNode',
  'CommonTableExpressionNameNode',
  // Raw SQL and functions, by lists of their own.
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
  if (!known.has(kind)) throw noAccess(`a query holds a ${kind}`);
}
