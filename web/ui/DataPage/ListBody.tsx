import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { PageFailure } from '../failure/PageFailure.tsx';
import type { Row } from '../records.ts';
import { RowActions } from './actions/RowActions.tsx';
import type { NamedAction } from './actions/rowActions.ts';
import type { Dialog } from './dialog.ts';
import { NothingFound, NothingYet } from './EmptyList.tsx';
import type { ListSpec } from './fields.ts';
import { Rows } from './table/Rows.tsx';
import type { useListRows } from './useListRows.ts';
import type { useOffers } from './useOffers.ts';

// Loaded when needed, so that the table appears sooner.
const FilterChips = later(() => import('./search/FilterChips.tsx'));
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
