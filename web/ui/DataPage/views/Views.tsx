import { DeleteOutlined } from '@ant-design/icons';
import { isEnterpriseType } from '@suyuan/contract/access/account-type.ts';
import {
  type ListView,
  viewDelete,
  viewList,
  viewSave,
  viewShare,
  viewUnshare,
} from '@suyuan/contract/organ/list-view.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Input, Skeleton } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { mayCall, useCan } from '#core/session/allowed.tsx';
import { useSession } from '#core/session/session.ts';
import { InScope, Unsaved, useUnsavedScope } from '../../edit/unsavedScope.tsx';
import { useEntered } from '../../edit/useEntered.ts';
import { textLimit } from '../../limits.ts';
import { type ShownView, viewsQuery } from '../state/listQuery.ts';
import './views.css';

export interface ViewsProps {
  /** The list or report that the views belong to. */
  readonly list: string;
  readonly shown: Pick<ShownView, 'view' | 'showView'>;
  /** The current state, to be saved as a view. */
  readonly kept: () => Pick<ListView, 'query' | 'columns'>;
  /** A text that says what is saved. */
  readonly keepText: string;
}

/** Chooses, saves and deletes views. */
export default function Views({ onClose, ...views }: ViewsProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { list, shown } = views;
  const { data, isPending } = useQuery(viewsQuery(list));
  const scope = useUnsavedScope();
  const show = (id: number | undefined) => {
    shown.showView(id);
    onClose();
  };
  const choose = async (id: number | undefined) => {
    if (await scope.mayGo()) show(id);
  };
  return (
    <div className="views">
      {isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {data?.length === 0 && <p className="views-none">{t('datapage.views.none')}</p>}
      {data && data.length > 0 && (
        <ul>
          <li>
            <button
              type="button"
              className="row-action"
              aria-current={shown.view ? undefined : 'true'}
              onClick={() => void choose(undefined)}
            >
              {t('datapage.views.usual')}
            </button>
          </li>
          {data.map((view) => (
            <ViewItem
              key={view.id}
              list={list}
              view={view}
              current={view.id === shown.view?.id}
              onChoose={() => void choose(view.id)}
              onGone={() => view.id === shown.view?.id && shown.showView(undefined)}
            />
          ))}
        </ul>
      )}
      <InScope scope={scope}>
        <KeepView
          {...views}
          onKept={(id) => {
            scope.saved();
            show(id);
          }}
        />
      </InScope>
    </div>
  );
}

interface ViewItemProps {
  readonly list: string;
  readonly view: ListView;
  readonly current: boolean;
  readonly onChoose: () => void;
  readonly onGone: () => void;
}

function ViewItem({ list, view, current, onChoose, onGone }: ViewItemProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const mayShare = useMayShare();
  const remove = async () => {
    try {
      await call(view.shared ? viewUnshare : viewDelete, { id: view.id });
      onGone();
    } catch {
      // The error was shown.
    }
    await queries.invalidateQueries({ queryKey: [viewList.path, list] });
  };
  return (
    <li>
      <button type="button" className="row-action" aria-current={current ? 'true' : undefined} onClick={onChoose}>
        {view.view_name}
      </button>
      {view.shared && <small>{t('datapage.views.forAll')}</small>}
      {(!view.shared || mayShare) && (
        <button
          type="button"
          className="icon-button"
          aria-label={t('datapage.views.delete', { name: view.view_name })}
          onClick={() => void remove()}
        >
          <DeleteOutlined aria-hidden />
        </button>
      )}
    </li>
  );
}

/** Whether this person may share views with everybody: those of the enterprise who may make the call. */
function useMayShare(): boolean {
  const may = mayCall(useCan(), viewShare);
  return isEnterpriseType(useSession((session) => session.account_type)) && may;
}

function KeepView({ list, shown, kept, keepText, onKept }: ViewsProps & { readonly onKept: (id: number) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const queries = useQueryClient();
  const mayShare = useMayShare();
  const [name, setName] = useState(shown.view?.view_name ?? '');
  const [forAll, setForAll] = useState(shown.view?.shared === true && mayShare);
  const entry = useEntered({ name: name.trim(), forAll });
  const [busy, setBusy] = useState(false);
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const { id: view } = await call(forAll ? viewShare : viewSave, { list, view_name: name, ...kept() });
      await queries.invalidateQueries({ queryKey: [viewList.path, list] });
      notify.success(t('datapage.saved'));
      onKept(view);
    } catch {
      // The error was shown.
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="views-keep" onSubmit={(event) => void keep(event)}>
      <Unsaved changed={entry.changed} />
      <label htmlFor={id}>{keepText}</label>
      <Input
        id={id}
        value={name}
        {...textLimit(viewSave, 'view_name')}
        placeholder={t('datapage.views.name')}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      {mayShare && (
        <Checkbox checked={forAll} onChange={(event) => setForAll(event.target.checked)}>
          {t('datapage.views.forAll')}
        </Checkbox>
      )}
      <Button type="primary" htmlType="submit" loading={busy} disabled={name.trim() === ''}>
        {t('datapage.save')}
      </Button>
    </form>
  );
}
