import { Button, Empty, Skeleton } from 'antd';
import { Suspense } from 'react';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useIsPhone } from '#core/preferences/useMediaQuery.ts';
import { PageFailure } from '../failure/PageFailure.tsx';
import type { Row } from '../records.ts';
import { RowActions } from './actions/RowActions.tsx';
import type { NamedAction } from './actions/rowActions.ts';
import type { Dialog } from './dialog.ts';
import type { ListSpec } from './fields.ts';
import { Cards } from './table/Cards.tsx';
import type { RowsProps } from './table/rowsProps.ts';
import { WideTable } from './table/WideTable.tsx';
import type { useListRows } from './useListRows.ts';
import type { useOffers } from './useOffers.ts';
import '../ui.css';
import './table/table.css';

// Loaded when needed, so that the table appears sooner.
const FilterChips = later(() => import('./search/FilterChips.tsx'));
const SearchedInPart = later(() => import('./table/SearchedInPart.tsx'));
const SelectionBar = later(() => import('./selection/SelectionBar.tsx'));

interface ListBodyProps {
  readonly spec: ListSpec;
  readonly rows: ReturnType<typeof useListRows>;
  readonly offers: ReturnType<typeof useOffers>;
  readonly actionsOf: (row: Row) => readonly NamedAction[];
  readonly onAdd: (() => void) | undefined;
  readonly onDialog: (dialog: Dialog) => void;
}

/** The filters in effect, the rows, and the bar for selected rows. */
export function ListBody({ spec, rows, offers, actionsOf, onAdd, onDialog }: ListBodyProps) {
  const { state, show, preferences, list, refresh } = rows;
  const filtered = Object.keys(state.filters).length > 0;
  return (
    <>
      <Suspense>
        {filtered && (
          <FilterChips
            list={spec.name}
            fields={spec.fields}
            filters={state.filters}
            rows={list.data?.rows ?? []}
            onFilters={(filters) => show({ filters, page: 1 })}
          />
        )}
      </Suspense>
      {list.isError && !list.data ? (
        <PageFailure of={{ error: list.error, refetch: refresh }} />
      ) : (
        <Rows
          spec={spec}
          state={state}
          preferences={preferences.preferences}
          data={list.data}
          busy={list.isPlaceholderData}
          selection={offers.selection}
          onTurn={rows.turnTo}
          onSort={(sort) => show({ sort, page: 1 })}
          onColumns={(columns) => preferences.change({ columns })}
          actionsOf={actionsOf}
          renderActions={(row) => (
            <RowActions
              row={row}
              actions={actionsOf(row)}
              onDialog={(Content) => onDialog({ kind: 'action', Content, row })}
            />
          )}
          detailOf={rows.detailOf}
          emptyHint={
            filtered ? (
              <NothingFound spec={spec} filters={state.filters} />
            ) : (
              <NothingYet list={spec.name} onAdd={onAdd} mayImport={offers.import} />
            )
          }
        />
      )}
      <Suspense>{offers.choosing && <SelectionBar spec={spec} {...offers.choosing} onDone={refresh} />}</Suspense>
    </>
  );
}

interface NothingYetProps {
  readonly list: string;
  readonly onAdd: (() => void) | undefined;
  readonly mayImport: boolean;
}

/** The hint of an empty list, with the ways to fill it that the person may use. */
function NothingYet({ list, onAdd, mayImport }: NothingYetProps) {
  const { t } = useTranslation();
  return (
    <>
      <p>
        {listText(t, list, 'empty')}
        {onAdd && mayImport && ` ${t('datapage.emptyBegin')}`}
      </p>
      {onAdd && <Button onClick={onAdd}>{listText(t, list, 'add')}</Button>}
    </>
  );
}

interface NothingFoundProps {
  readonly spec: ListSpec;
  readonly filters: Readonly<Record<string, unknown>>;
}

function NothingFound({ spec: { elsewhere: Elsewhere }, filters }: NothingFoundProps) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('datapage.nothingFound')}</p>
      {Elsewhere && <Elsewhere filters={filters} />}
    </>
  );
}

/** The rows as a table, or as cards on a phone. */
function Rows(props: RowsProps) {
  const isPhone = useIsPhone();
  const { data } = props;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} />;
  return (
    <>
      <Suspense>{typeof data.searched === 'number' && <SearchedInPart searched={data.searched} />}</Suspense>
      {data.rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={props.emptyHint} />
      ) : isPhone ? (
        <Cards {...props} data={data} />
      ) : (
        <WideTable {...props} data={data} />
      )}
    </>
  );
}
