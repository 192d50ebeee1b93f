import { Empty, Grid, Pagination, Skeleton, Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Cell } from './Cell.tsx';
import { shownColumns } from './columnChoice.ts';
import { Fact } from './Fact.tsx';
import { columnOf, type Field, type ListSpec, type Row } from './fields.ts';
import { rowTree } from './rowTree.ts';
import { type ListState, pageSizes } from './urlState.ts';
import type { Preferences } from './usePreferences.ts';

interface RowsProps {
  readonly spec: ListSpec;
  readonly state: ListState;
  readonly preferences: Preferences;
  /** Undefined until the first answer. */
  readonly data: { readonly rows: readonly Row[]; readonly total: number } | undefined;
  readonly busy: boolean;
  readonly onTurn: (page: number, size: number) => void;
  readonly onSort: (sort: string | undefined) => void;
  readonly actionsOf: (row: Row) => ReactNode;
  readonly emptyHint: ReactNode;
}

/** More rows than this are drawn only where they are seen. */
const manyRows = 100;

/** A table, or cards where it is too narrow for one. */
export function Rows(props: RowsProps) {
  const { md } = Grid.useBreakpoint();
  const { data } = props;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} />;
  if (data.rows.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={props.emptyHint} />;
  return md === false ? <Cards {...props} data={data} /> : <WideTable {...props} data={data} />;
}

type LoadedProps = RowsProps & { readonly data: NonNullable<RowsProps['data']> };

function WideTable({ spec, state, preferences, data, busy, onTurn, onSort, actionsOf }: LoadedProps) {
  const { t } = useTranslation();
  const columns: TableColumnsType<Row> = [
    ...shownColumns(spec.fields, preferences.columns).map((field) => tableColumn(spec, field, t, state.sort)),
    {
      key: 'actions',
      title: t('datapage.actions'),
      fixed: 'right',
      width: [0, 96, 150, 190][Math.min(3, actionCount(spec))] as number,
      render: (_, row) => actionsOf(row),
    },
  ];
  const size = state.size ?? preferences.size;
  const virtual = data.rows.length > manyRows && !spec.parentKey;
  const rows = spec.parentKey ? rowTree(data.rows, spec.parentKey) : data.rows;
  const width = columns.reduce((sum, column) => sum + Number(column.width ?? 160), 0);
  return (
    <Table<Row>
      rowKey="id"
      size={preferences.density === 'default' ? 'large' : preferences.density}
      columns={columns}
      dataSource={rows}
      expandable={{ defaultExpandAllRows: true }}
      loading={busy}
      virtual={virtual}
      scroll={virtual ? { x: width, y: 560 } : { x: width }}
      showSorterTooltip={false}
      onChange={(_page, _filters, sorter, { action }) => {
        if (action !== 'sort' || Array.isArray(sorter)) return;
        onSort(sorter.order ? `${sorter.order === 'descend' ? '-' : ''}${String(sorter.columnKey)}` : undefined);
      }}
      pagination={
        !spec.parentKey && {
          current: state.page,
          pageSize: size,
          total: data.total,
          showSizeChanger: true,
          pageSizeOptions: [...pageSizes],
          showTotal: (total) => t('datapage.total', { total: total.toLocaleString() }),
          onChange: onTurn,
        }
      }
    />
  );
}

/** How many things can be done with a row at most. */
const actionCount = ({ actions = [], update, remove }: ListSpec): number =>
  1 + actions.length + (update ? 1 : 0) + (remove ? 1 : 0);

function tableColumn(
  spec: ListSpec,
  field: Field,
  t: (key: string) => string,
  sort: string | undefined,
): TableColumnsType<Row>[number] {
  const { width = 160, sort: sortable = false } = columnOf(field);
  const order = sort === field.key ? 'ascend' : sort === `-${field.key}` ? 'descend' : null;
  return {
    key: field.key,
    dataIndex: field.key,
    title: t(`${spec.name}.${field.key}`),
    width,
    align: field.kind === 'number' || field.kind === 'share' ? 'right' : 'left',
    ...(sortable ? { sorter: true, sortOrder: order } : {}),
    render: (_, row) => <Cell list={spec.name} field={field} row={row} />,
  };
}

function Cards({ spec, state, preferences, data, onTurn, actionsOf }: LoadedProps) {
  const { t } = useTranslation();
  const fields = shownColumns(spec.fields, preferences.columns);
  return (
    <>
      <ul className="data-page-cards">
        {data.rows.map((row) => (
          <li key={row.id} className="data-page-card">
            <h2>{spec.titleOf(row)}</h2>
            <dl className="data-page-facts">
              {fields.map((field) => (
                <Fact key={field.key} title={t(`${spec.name}.${field.key}`)}>
                  <Cell list={spec.name} field={field} row={row} />
                </Fact>
              ))}
            </dl>
            {actionsOf(row)}
          </li>
        ))}
      </ul>
      <Pagination
        simple
        align="center"
        current={state.page}
        pageSize={state.size ?? preferences.size}
        total={data.total}
        onChange={onTurn}
        style={{ marginTop: 12 }}
      />
    </>
  );
}
