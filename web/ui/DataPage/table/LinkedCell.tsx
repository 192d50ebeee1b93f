import { Link } from 'react-router';
import type { Row } from '../../records.ts';
import { columnOf, type Field, type ListSpec } from '../fields.ts';
import type { CellOf } from './Cell.tsx';

/** A cell; the number and the name of a row link to its detail. */
export function LinkedCell({
  spec,
  field,
  row,
  to,
  cell,
}: {
  readonly spec: ListSpec;
  readonly field: Field;
  readonly row: Row;
  readonly to: string;
  readonly cell: CellOf;
}) {
  return names(spec, field, row) ? (
    <Link to={to} className="row-link">
      {cell(field, row, true)}
    </Link>
  ) : (
    cell(field, row)
  );
}

/** Whether a cell contains the name or number of the row. Codes are links of their own. */
function names({ code, titleOf }: ListSpec, field: Field, row: Row): boolean {
  const value = row[field.key];
  if (typeof value !== 'string' || value === '' || field.kind !== 'text' || columnOf(field).render) return false;
  const title = titleOf(row);
  return field.key === code || value === title || title.startsWith(`${value} (`);
}
