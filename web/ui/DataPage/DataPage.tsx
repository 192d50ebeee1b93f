import { type ReactNode, Suspense, useRef } from 'react';
import { menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { Dialogs } from './Dialogs.tsx';
import './dataPage.css';
import { useRowActions } from './actions/rowActions.ts';
import { useRowStatus } from './actions/useRowStatus.tsx';
import type { ListSpec } from './fields.ts';
import { ListBody } from './ListBody.tsx';
import { ListPanel } from './ListPanel.tsx';
import { SearchForm } from './search/SearchForm.tsx';
import { useAskedToAdd } from './state/useAskedToAdd.ts';
import { Toolbar } from './Toolbar.tsx';
import { useDialog } from './useDialog.ts';
import { useListKeys } from './useListKeys.ts';
import { useListRows } from './useListRows.ts';
import { useOffers } from './useOffers.ts';
import { ViewButton } from './views/ViewButton.tsx';
import { viewOfList } from './views/viewOfList.ts';

// Loaded when needed, so that the table appears sooner.
const RecordDetail = later(() => import('./RecordDetail.tsx'));

/** A list screen of the console, rendered from its declaration: search, toolbar, table, selection, dialogs and detail. */
export function DataPage({ spec, extra, overview }: { spec: ListSpec; extra?: ReactNode; overview?: ReactNode }) {
  const { t } = useTranslation();
  const searchBox = useRef<HTMLFormElement>(null);
  const rows = useListRows(spec);
  const { state, show, preferences, refresh } = rows;
  const { opened, setDialog, close, onAdd: openNew, onUpdate, onSaved } = useDialog(spec);
  const { askToDelete, switchTo, place } = useRowStatus(spec, refresh);
  const offers = useOffers(spec, rows);
  const onAdd = offers.add ? openNew : undefined;
  const actionsOf = useRowActions(spec, {
    onDetail: rows.openDetail,
    onUpdate,
    onCopy: spec.copied && offers.add ? (like) => setDialog({ kind: 'add', like }) : undefined,
    onDelete: askToDelete,
    onSwitch: switchTo && ((status, row) => void switchTo(status, row)),
  });

  useAskedToAdd(onAdd);
  useListKeys({ '/': () => searchBox.current?.querySelector('input')?.focus(), n: onAdd, r: refresh });
  return (
    <div className="data-page">
      <SearchForm
        list={spec.name}
        fields={spec.fields}
        filters={state.filters}
        onSearch={(filters) => show({ filters, page: 1 })}
        box={searchBox}
      />
      {overview && <div className="data-page-overview">{overview}</div>}
      <ListPanel label={menuText(t, spec.name)} of={rows.queryKey}>
        <Toolbar
          spec={spec}
          preferences={preferences}
          of={rows.queryKey}
          onRefresh={refresh}
          onAdd={onAdd}
          onImport={offers.import ? () => setDialog({ kind: 'import' }) : undefined}
          onExport={offers.export}
          onDialog={(Content) => setDialog({ kind: 'button', Content })}
          views={
            <ViewButton
              list={spec.name}
              shown={rows}
              kept={() => viewOfList(state, preferences.preferences.columns)}
              keepText={t('datapage.views.keep')}
            />
          }
          extra={extra}
        />
        <ListBody spec={spec} rows={rows} offers={offers} actionsOf={actionsOf} onAdd={onAdd} onDialog={setDialog} />
      </ListPanel>
      <Dialogs
        spec={spec}
        opened={opened}
        filters={state.filters}
        onDone={(answer) => {
          onSaved(answer);
          refresh();
        }}
        onRefresh={refresh}
        onClose={close}
      />
      <Suspense>
        {rows.detail && (
          <RecordDetail spec={spec} row={rows.detail} onStep={rows.stepFrom(rows.detail)} onClose={rows.closeDetail} />
        )}
      </Suspense>
      {place}
    </div>
  );
}
