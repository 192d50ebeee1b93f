import { type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import { menuText } from '#core/i18n/menuText.ts';
import type { TextKey } from '#core/i18n/textKeys.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { type Shortcut, useShortcuts } from '#core/keys/shortcuts.ts';
import { later } from '#core/loading/later.tsx';
import { Dialogs } from './Dialogs.tsx';
import './dataPage.css';
import { useRowActions } from './actions/rowActions.ts';
import { useRowStatus } from './actions/useRowStatus.tsx';
import { useDialog } from './dialog.ts';
import type { ListSpec } from './fields.ts';
import { ListBody } from './ListBody.tsx';
import { ListPanel } from './ListPanel.tsx';
import { SearchForm } from './search/SearchForm.tsx';
import { viewOfList } from './state/listQuery.ts';
import { useAddParameter } from './state/useAddParameter.ts';
import { Toolbar } from './Toolbar.tsx';
import { useListRows } from './useListRows.ts';
import { useOffers } from './useOffers.ts';
import { ViewButton } from './views/ViewButton.tsx';

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

  useAddParameter(onAdd);
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

/** Keyboard shortcuts of a list: `/` focuses the search, `n` adds a row, `r` refreshes. */
const listKeys = {
  '/': 'shortcuts.listSearch',
  n: 'shortcuts.add',
  r: 'shortcuts.refresh',
} as const satisfies Record<string, TextKey>;
type ListKey = keyof typeof listKeys;

function useListKeys(keys: { readonly [Key in ListKey]: (() => void) | undefined }): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const letters = (Object.keys(listKeys) as ListKey[]).filter((key) => keys[key]).join('');
  const shortcuts = useMemo(
    () =>
      [...letters].map((key): Shortcut => {
        const listKey = key as ListKey;
        return { key, text: listKeys[listKey], run: () => latest.current[listKey]?.() };
      }),
    [letters],
  );
  useShortcuts(shortcuts);
}
