import { Link } from 'react-router';

/** A formatted number, with a link to its records if there is one. */
type TableCell = string | { readonly text: string; readonly to: string };

export interface TableData {
  readonly columns: readonly string[];
  /** The first cell is the header of the row. */
  readonly rows: readonly (readonly TableCell[])[];
}

/** The numbers of a chart as a table that scrolls within its box. */
export function ChartTable({ title, columns, rows }: TableData & { readonly title: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no group of form fields; nor a landmark, the panel is one
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div className="chart-table" role="group" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...values]) => (
            <tr key={textOf(name)}>
              <th scope="row">{textOf(name)}</th>
              {values.map((value, at) => (
                <td key={columns[at + 1]}>
                  {typeof value === 'string' ? value : <Link to={value.to}>{value.text}</Link>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const textOf = (cell: TableCell): string => (typeof cell === 'string' ? cell : cell.text);
