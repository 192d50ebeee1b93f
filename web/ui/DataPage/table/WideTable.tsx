import { Table, type TableColumnsType } from 'antd';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { type Size, useSize } from '#core/preferences/size.ts';
import type { Row } from '../../records.ts';
import { ColumnTitle } from '../columns/ColumnTitle.tsx';
import { columnLayout } from '../columns/columnLayout.ts';
import { type Density, declaredWidth, movedTo, resized, shownColumns } from '../columns/usePreferences.ts';
import { columnOf, type Field, type ListSpec } from '../fields.ts';
import { pageSizes } from '../state/listQuery.ts';
import { type CellOf, useCells } from './Cell.tsx';
import { actionsWidth, titleWidth } from './columnWidths.ts';
import { AllCheck, RowCheck } from './RowCheck.tsx';
import type { LoadedProps } from './rowsProps.ts';
import { rowTree } from './rowTree.ts';

/** With more rows than this, unless they form a tree, the table is virtualised. */
const manyRows = 100;

/** The width of the checkbox column. */
const checkWidth = 40;

/** The height in pixels that a virtualised table leaves for the rest of the window. */
const around = 250;

type Column = TableColumnsType<Row>[number];

export function WideTable(props: LoadedProps) {
  const { spec, state, preferences, data, busy, onTurn, onSort } = props;
  const { t } = useTranslation();
  const numbers = useNumbers();
  const height = useRowHeight(preferences.density);
  const virtual = data.rows.length > manyRows && !spec.parentKey;
  const { columns, width, whole } = useColumns(props, virtual);
  return (
    <Table<Row>
      rowKey="id"
      size="small"
      columns={columns}
      dataSource={spec.parentKey ? rowTree(data.rows, spec.parentKey) : data.rows}
      expandable={{ defaultExpandAllRows: true, expandIconColumnIndex: props.selection ? 1 : 0 }}
      loading={busy}
      className={virtual ? 'data-page-table data-page-table-many' : 'data-page-table'}
      style={{ ...height, '--list-width': whole } as CSSProperties}
      // Without virtualisation, not antd's horizontal scrolling: it measures every column and renders the table three times.
      {...(virtual ? { virtual, scroll: { x: width, y: Math.max(320, window.innerHeight - around) } } : {})}
      tableLayout="fixed"
      showSorterTooltip={false}
      onChange={(_page, _filters, sorter, { action }) => {
        if (action !== 'sort' || Array.isArray(sorter)) return;
        onSort(sorter.order ? `${sorter.order === 'descend' ? '-' : ''}${String(sorter.columnKey)}` : undefined);
      }}
      pagination={
        !spec.parentKey && {
          current: state.page,
          pageSize: state.size ?? preferences.size,
          total: data.total,
          showSizeChanger: true,
          pageSizeOptions: [...pageSizes],
          showTotal: (total) => t(data.more ? 'datapage.totalMore' : 'datapage.total', { total: numbers.count(total) }),
          onChange: onTurn,
        }
      }
    />
  );
}

/** The columns with widths and offsets: checkboxes, fields and actions. */
function useColumns(props: LoadedProps, virtual: boolean) {
  const { spec, state, preferences, data, selection, actionsOf, renderActions, onColumns } = props;
  const { t } = useTranslation();
  const cell = useCells(spec.name);
  const fields = shownColumns(spec.fields, preferences.columns);
  const title = t('field.actions');
  const actions = actionsWidth(title, t('datapage.moreActions'), data.rows.map(actionsOf));
  const before = selection ? checkWidth : 0;
  const narrowest = (field: Field) => titleWidth(listText(t, spec.name, field.key), columnOf(field).sort === true);
  const layout = columnLayout(fields, preferences.columns, { fixed: before + actions, before, narrowest });
  /** Makes a column sticky by our own style, since antd needs measured widths for that. */
  const staying = (className: string, style: CSSProperties): Partial<Column> =>
    virtual
      ? { fixed: 'insetInlineEnd' in style ? 'right' : 'left' }
      : { className, onCell: () => ({ style }), onHeaderCell: () => ({ style }) };
  const widthOf = (field: Field) =>
    virtual ? (preferences.columns.widths?.[field.key] ?? declaredWidth(field)) : (layout.widths[field.key] as string);

  const checks: Column[] = selection
    ? [
        {
          key: 'check',
          title: <AllCheck selection={selection} rows={data.rows} />,
          width: before,
          render: (_, row) => <RowCheck selection={selection} row={row} title={spec.titleOf(row)} rows={data.rows} />,
          ...staying('stays stays-check', { insetInlineStart: 0 }),
        },
      ]
    : [];
  const dataColumns = fields.map((field): Column => {
    const stays = layout.stays[field.key];
    return {
      ...tableColumn(field, state.sort),
      title: (
        <ColumnTitle
          field={field}
          title={listText(t, spec.name, field.key)}
          about={field.about && t(field.about)}
          onResize={(width) => onColumns(resized(preferences.columns, field.key, width))}
          onDropped={(key) => onColumns(movedTo(preferences.columns, key, field.key, spec.fields))}
        />
      ),
      width: widthOf(field),
      render: (_: unknown, row: Row) => (
        <LinkedCell spec={spec} field={field} row={row} to={props.detailOf(row)} cell={cell} />
      ),
      ...(stays === undefined ? {} : staying('stays', { insetInlineStart: stays })),
    };
  });
  const last: Column = {
    key: 'actions',
    title,
    width: actions,
    render: (_, row) => renderActions(row),
    ...staying('stays stays-end', { insetInlineEnd: 0 }),
  };
  const width = fields.reduce((sum, field) => sum + Number(virtual ? widthOf(field) : 0), before + actions);
  return { columns: [...checks, ...dataColumns, last], width, whole: layout.whole };
}

function tableColumn(field: Field, sort: string | undefined): Column {
  const order = sort === field.key ? 'ascend' : sort === `-${field.key}` ? 'descend' : null;
  return {
    key: field.key,
    dataIndex: field.key,
    align: field.kind === 'number' || field.kind === 'share' ? 'right' : 'left',
    ...(columnOf(field).sort ? { sorter: true, sortOrder: order } : {}),
  };
}

/** The padding of rows for each size, and the height of a line of text, in pixels. */
const padding: Readonly<Record<Size, number>> = { default: 14, medium: 10, small: 7, mini: 4 };
const line = 24;

const sizeOf = { default: 'default', middle: 'medium', small: 'mini' } as const;

/** CSS variables for the row height of a list: by the density that the person chose for this list, else by the console's size. */
function useRowHeight(density: Density): Readonly<Record<`--row-${string}`, string>> {
  const size = useSize((state) => state.size);
  const around = padding[density === 'auto' ? size : sizeOf[density]];
  return {
    '--row-padding': `${around}px`,
    // A picture must not make the row higher.
    '--row-picture': `${line + Math.max(0, around - 4) * 2}px`,
    '--row-around': `${Math.max(8, around)}px`,
  };
}

/** A cell; the number and the name of a row link to its detail. */
function LinkedCell({
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
