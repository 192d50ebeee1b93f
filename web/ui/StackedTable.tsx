import { Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { useIsPhone } from '#core/preferences/useMediaQuery.ts';
import './stacked.css';

/** A small table of records. On a phone each row is a card, whose cells say what they are: nothing is cut off at the side. */
export function StackedTable<Row extends object>({
  className,
  columns = [],
  scroll = whole,
  ...table
}: TableProps<Row>) {
  const isPhone = useIsPhone();
  return (
    <Table<Row>
      size="small"
      {...table}
      className={['stacked-table', className].filter(Boolean).join(' ')}
      columns={isPhone ? columns.map(asFact) : columns}
      {...(isPhone ? {} : { scroll })}
    />
  );
}

const whole = { x: 'max-content' } as const;

type Column<Row> = NonNullable<TableProps<Row>['columns']>[number];

const asFact = <Row,>({ align: _align, width: _width, ...column }: Column<Row>): Column<Row> => ({
  ...column,
  onCell: () => ({ 'data-label': `${column.title}` }) as object,
  // One element beside the label, whatever is in the cell.
  render: (value, row, index) => {
    const content = column.render ? column.render(value, row, index) : value;
    return <div>{content as ReactNode}</div>;
  },
});
