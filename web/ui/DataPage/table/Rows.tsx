import {
  Alert,
  Checkbox,
  Empty,
  Grid,
  Pagination,
  Skeleton,
  Table,
  type TableColumnsType,
  type TableProps,
} from 'antd';
import type { TFunction } from 'i18next';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listText } from '../../../core/i18n/listText.ts';
import { Fact } from '../../Fact.tsx';
import type { Row } from '../../records.ts';
import { columnOf, type Field, type ListSpec } from '../fields.ts';
import { type ListState, pageSizes } from '../urlState.ts';
import type { Preferences } from '../usePreferences.ts';
import { useCells } from './Cell.tsx';
import { shownColumns } from './columnChoice.ts';
import { rowTree } from './rowTree.ts';

interface RowsProps {
  readonly spec: ListSpec;
  readonly state: ListState;
  readonly preferences: Preferences;
  /** Undefined until the first answer. */
  readonly data: PageData | undefined;
  readonly busy: boolean;
  /** Ids of the rows that are chosen, where rows can be. */
  readonly chosen: readonly Row['id'][];
  readonly onChoose: (ids: readonly Row['id'][]) => void;
  readonly onTurn: (page: number, size: number) => void;
  readonly onSort: (sort: string | undefined) => void;
  readonly actionsOf: (row: Row) => ReactNode;
  readonly emptyHint: ReactNode;
}

/** A page as its call answers it; a long list is not counted to its end, and may not have been searched to its end. */
export interface PageData {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly more?: boolean;
  readonly searched?: number | null;
}

/** More rows than this are drawn only where they are seen. */
const manyRows = 100;

/** A table, or cards where it is too narrow for one. */
export function Rows(props: RowsProps) {
  const { md } = Grid.useBreakpoint();
  const { data } = props;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} />;
  return (
    <>
      {typeof data.searched === 'number' && <SearchedInPart searched={data.searched} />}
      {data.rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={props.emptyHint} />
      ) : md === false ? (
        <Cards {...props} data={data} />
      ) : (
        <WideTable {...props} data={data} />
      )}
    </>
  );
}

/** Why more may be there than is shown, and how to get at it. */
function SearchedInPart({ searched }: { readonly searched: number }) {
  const { t, i18n } = useTranslation();
  return (
    <Alert
      type="info"
      showIcon
      className="data-page-searched"
      title={t('datapage.searched', { searched: searched.toLocaleString(i18n.language) })}
    />
  );
}

type LoadedProps = RowsProps & { readonly data: NonNullable<RowsProps['data']> };

function WideTable(props: LoadedProps) {
  const { spec, state, preferences, data, busy, onTurn, onSort, actionsOf } = props;
  const { t, i18n } = useTranslation();
  const cell = useCells(spec.name);
  const columns: TableColumnsType<Row> = [
    ...shownColumns(spec.fields, preferences.columns).map((field) => ({
      ...tableColumn(spec, field, t, state.sort),
      render: (_: unknown, row: Row) => cell(field, row),
    })),
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
      {...(spec.chosen ? { rowSelection: choosing(props, t) } : {})}
      loading={busy}
      // antd's own scrolling sideways measures every column, and draws the table three times for it.
      {...(virtual
        ? { virtual, scroll: { x: width, y: 560 } }
        : { className: 'data-page-table', style: { '--list-width': `${width}px` } as CSSProperties })}
      tableLayout="fixed"
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
          showTotal: (total) =>
            t(data.more ? 'datapage.totalMore' : 'datapage.total', { total: total.toLocaleString(i18n.language) }),
          onChange: onTurn,
        }
      }
    />
  );
}

/** Boxes before the rows; each says what it chooses. */
const choosing = (
  { spec, chosen, onChoose }: LoadedProps,
  t: TFunction,
): NonNullable<TableProps<Row>['rowSelection']> => ({
  selectedRowKeys: [...chosen],
  onChange: (keys) => onChoose(keys as Row['id'][]),
  getCheckboxProps: (row) => ({ 'aria-label': t('datapage.choose', { title: spec.titleOf(row) }) }) as object,
  getTitleCheckboxProps: () => ({ 'aria-label': t('datapage.chooseAll') }) as object,
});

/** How many things can be done with a row at most. */
const actionCount = ({ actions = [], update, remove }: ListSpec): number =>
  1 + actions.length + (update ? 1 : 0) + (remove ? 1 : 0);

function tableColumn(
  spec: ListSpec,
  field: Field,
  t: TFunction,
  sort: string | undefined,
): TableColumnsType<Row>[number] {
  const { width = 160, sort: sortable = false } = columnOf(field);
  const order = sort === field.key ? 'ascend' : sort === `-${field.key}` ? 'descend' : null;
  return {
    key: field.key,
    dataIndex: field.key,
    title: listText(t, spec.name, field.key),
    width,
    align: field.kind === 'number' || field.kind === 'share' ? 'right' : 'left',
    ...(sortable ? { sorter: true, sortOrder: order } : {}),
  };
}

/** Whether a card says it beside its title: what is empty, or the title itself, takes a line for nothing. */
function tellsMore({ key, column }: Field, row: Row, spec: ListSpec): boolean {
  const value = row[key];
  if (value === undefined) return typeof column === 'object' && column.render !== undefined;
  return value !== null && value !== '' && value !== spec.titleOf(row);
}

function Cards({ spec, state, preferences, data, chosen, onChoose, onTurn, actionsOf }: LoadedProps) {
  const { t } = useTranslation();
  const cell = useCells(spec.name);
  const fields = shownColumns(spec.fields, preferences.columns);
  return (
    <>
      <ul className="data-page-cards">
        {data.rows.map((row) => (
          <li key={row.id} className="data-page-card">
            <h2>
              {spec.chosen ? (
                <Checkbox
                  checked={chosen.includes(row.id)}
                  onChange={({ target }) =>
                    onChoose(target.checked ? [...chosen, row.id] : chosen.filter((id) => id !== row.id))
                  }
                >
                  {spec.titleOf(row)}
                </Checkbox>
              ) : (
                spec.titleOf(row)
              )}
            </h2>
            <dl className="data-page-facts">
              {fields
                .filter((field) => tellsMore(field, row, spec))
                .map((field) => (
                  <Fact key={field.key} title={listText(t, spec.name, field.key)}>
                    {cell(field, row)}
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
