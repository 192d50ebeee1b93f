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
 * Values of an insert that are asked for, as a selection: on a cluster none of them may be a query. A first part without
 * rows gives them the types of the columns that they go to. Plain values stay as they are, and a default has no other form.
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
