import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Result } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { Call } from '../../../contract/call/call.ts';
import type { ExportFormat } from '../../../contract/thing/list.ts';
import { download } from '../../core/api/call.ts';
import { mayCall, useCan } from '../../core/session/allowed.tsx';
import { shownColumns } from './table/columnChoice.ts';
import './dataPage.css';
import { listText } from '../../core/i18n/listText.ts';
import { menuText } from '../../core/i18n/menuText.ts';
import type { Row } from '../records.ts';
import { type Dialog, Dialogs } from './Dialogs.tsx';
import { columnOf, type ListSpec } from './fields.ts';
import { listInput, listQuery } from './listQuery.ts';
import { SearchForm } from './SearchForm.tsx';
import { Toolbar } from './Toolbar.tsx';
import { RowActions } from './table/RowActions.tsx';
import { Rows } from './table/Rows.tsx';
import { useRowStatus } from './table/useRowStatus.tsx';
import { type ListState, onSameTab, readState, writeState } from './urlState.ts';
import { useListKeys } from './useListKeys.ts';
import { usePreferences } from './usePreferences.ts';

/** A list of the console, made of its declaration. */
export function DataPage({ spec, extra, overview }: { spec: ListSpec; extra?: ReactNode; overview?: ReactNode }) {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const searchBox = useRef<HTMLFormElement>(null);
  const [query, setQuery] = useSearchParams();
  const preferences = usePreferences(spec.name, spec.fields);
  const state = readState(query, spec.fields);
  const show = (changes: Partial<ListState>) => setQuery(onSameTab(query, writeState({ ...state, ...changes })));
  const { dialog, setDialog, open, openNew, close } = useDialog(spec);
  const [chosen, setChosen] = useState<readonly Row['id'][]>([]);

  const input = listInput(spec, state, preferences.preferences.size);
  const list = useQuery({ ...listQuery(spec, input), placeholderData: keepPreviousData });
  const refresh = () => void queries.invalidateQueries({ queryKey: [spec.page.path] });
  const done = () => {
    close();
    setChosen([]);
    refresh();
  };
  const Chosen = spec.chosen;
  const chosenRows = (list.data?.rows ?? []).filter(({ id }) => chosen.includes(id));
  const allowed = (definition: Call | undefined) => definition !== undefined && mayCall(can, definition);

  const exportAll = (format: ExportFormat) => {
    const columns = shownColumns(spec.fields, preferences.preferences.columns)
      .filter((field) => columnOf(field).file !== false)
      .map(({ key }) => key);
    const { page: _page, size: _size, ...filters } = input;
    const wish = { ...filters, format, columns: columns.join(',') };
    void download(spec.export as Call & { answers: 'file' }, wish).catch(() => undefined);
  };
  const { askToDelete, switchTo, place } = useRowStatus(spec, refresh);
  const onAdd = allowed(spec.add) ? openNew : undefined;
  const filtered = Object.keys(state.filters).length > 0;

  useListKeys({
    '/': () => searchBox.current?.querySelector('input')?.focus(),
    n: onAdd,
    r: refresh,
  });
  return (
    <div className="data-page">
      <SearchForm
        list={spec.name}
        fields={spec.fields}
        filters={state.filters}
        onSearch={(filters) => show({ filters, page: 1 })}
        box={searchBox}
      />
      {overview}
      <section className="data-page-panel" aria-label={menuText(t, spec.name)} aria-busy={list.isFetching}>
        <Toolbar
          spec={spec}
          preferences={preferences}
          refreshing={list.isFetching}
          onRefresh={refresh}
          onAdd={onAdd}
          onImport={allowed(spec.import) ? () => setDialog({ kind: 'import' }) : undefined}
          onExport={allowed(spec.export) ? exportAll : undefined}
          onDialog={(Content) => setDialog({ kind: 'button', Content })}
          extra={extra}
        />
        {Chosen && chosenRows.length > 0 && <Chosen rows={chosenRows} onDone={done} />}
        {list.isError && !list.data ? (
          <Failed message={list.error.message} onRetry={refresh} />
        ) : (
          <Rows
            spec={spec}
            state={state}
            preferences={preferences.preferences}
            data={list.data}
            busy={list.isPlaceholderData}
            chosen={chosen}
            onChoose={setChosen}
            onTurn={(page, size) => {
              if (size !== input.size) preferences.change({ size });
              show({ page: size === input.size ? page : 1, size: undefined });
            }}
            onSort={(sort) => show({ sort, page: 1 })}
            actionsOf={(row) => (
              <RowActions
                spec={spec}
                row={row}
                onDetail={() => open('detail', row)}
                onUpdate={() => open('update', row)}
                onCopy={spec.copied && allowed(spec.add) ? () => setDialog({ kind: 'add', like: row }) : undefined}
                onDelete={() => askToDelete(row)}
                onSwitch={switchTo && ((status) => void switchTo(status, row))}
                onDialog={(Content) => setDialog({ kind: 'action', Content, row })}
              />
            )}
            emptyHint={filtered ? t('datapage.nothingFound') : <NothingYet list={spec.name} onAdd={onAdd} />}
          />
        )}
      </section>
      {dialog && (
        <Dialogs
          spec={spec}
          dialog={dialog}
          filters={state.filters}
          onDone={done}
          onRefresh={refresh}
          onClose={close}
        />
      )}
      {place}
    </div>
  );
}

/** What is open over the list; what has a page of its own is gone to instead. */
function useDialog(spec: ListSpec) {
  const [dialog, setDialog] = useState<Dialog>();
  const navigate = useNavigate();
  const open = (kind: 'update' | 'detail', row: Row) => {
    const page = spec.pages?.[kind]?.(row);
    if (page) void navigate(page);
    else setDialog({ kind, row });
  };
  const openNew = () => {
    if (spec.pages?.add) void navigate(spec.pages.add);
    else setDialog({ kind: 'add' });
  };
  return { dialog, setDialog, open, openNew, close: () => setDialog(undefined) };
}

function Failed({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Result
      status="warning"
      title={t('datapage.failed')}
      subTitle={message}
      extra={<Button onClick={onRetry}>{t('datapage.retry')}</Button>}
    />
  );
}

function NothingYet({ list, onAdd }: { readonly list: string; readonly onAdd: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{listText(t, list, 'empty')}</p>
      {onAdd && <Button onClick={onAdd}>{listText(t, list, 'add')}</Button>}
    </>
  );
}
