import {
  AliasNode,
  type ColumnNode,
  DefaultInsertValueNode,
  FromNode,
  type OperationNode,
  RawNode,
  SelectionNode,
  SelectQueryNode,
  SetOperationNode,
  TableNode,
  ValueListNode,
  type ValuesNode,
  WhereNode,
} from 'kysely';

/**
 * Turns the values of an insert that contain sub-queries into `insert … select`, since Citus takes no sub-query in values. A
 * first part of the union, without rows, gives the values the types of their columns. Plain values and defaults stay as they
 * are.
 */
export function selected(table: string, columns: readonly ColumnNode[], values: ValuesNode): OperationNode {
  const rows = values.values.filter(ValueListNode.is);
  if (rows.length < values.values.length || rows.some((row) => row.values.some(DefaultInsertValueNode.is)))
    return values;
  const untyped: SelectQueryNode = {
    kind: 'SelectQueryNode',
    from: FromNode.create([TableNode.create(table)]),
    selections: columns.map((column) => SelectionNode.create(AliasNode.create(column, column.column))),
    where: WhereNode.create(RawNode.createWithSql('false')),
  };
  const parts = rows.map((row) => SetOperationNode.create('union', selectionOf(row, columns), true));
  return SelectQueryNode.cloneWithSetOperations(untyped, parts);
}

const selectionOf = ({ values }: ValueListNode, columns: readonly ColumnNode[]): SelectQueryNode =>
  SelectQueryNode.cloneWithSelections(
    SelectQueryNode.create(),
    values.map((value, at) => SelectionNode.create(AliasNode.create(value, (columns[at] as ColumnNode).column))),
  );
