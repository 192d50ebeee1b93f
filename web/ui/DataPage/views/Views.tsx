import { DeleteOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Input, Skeleton } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEnterpriseType } from '../../../../contract/access/account-type.ts';
import {
  type ListView,
  viewDelete,
  viewList,
  viewSave,
  viewShare,
  viewUnshare,
} from '../../../../contract/organ/list-view.ts';
import { call } from '../../../core/api/call.ts';
import { notify } from '../../../core/notices/notices.ts';
import { mayCall, useCan } from '../../../core/session/allowed.tsx';
import { useSession } from '../../../core/session/session.ts';
import type { ColumnChoice } from '../columns/columnChoice.ts';
import { type ListState, writeState } from '../state/urlState.ts';
import { viewsQuery } from '../useListState.ts';
import './views.css';

export interface ViewsProps {
  readonly list: string;
  readonly shown: {
    readonly state: ListState;
    readonly view: ListView | undefined;
    readonly showView: (id: number | undefined) => void;
  };
  readonly columns: ColumnChoice;
}

const mostLetters = 64;

/** Chooses a view, keeps the present one under a name, and deletes what is no longer wanted. */
export default function Views({ list, shown, columns, onClose }: ViewsProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { data, isPending } = useQuery(viewsQuery(list));
  const choose = (id: number | undefined) => {
    shown.showView(id);
    onClose();
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
              onClick={() => choose(undefined)}
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
              onChoose={() => choose(view.id)}
              onGone={() => view.id === shown.view?.id && shown.showView(undefined)}
            />
          ))}
        </ul>
      )}
      <KeepView list={list} shown={shown} columns={columns} onKept={choose} />
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
      // It was said why not.
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

/** For everybody keeps who arranges the menus for everybody, and is of the enterprise. */
function useMayShare(): boolean {
  const may = mayCall(useCan(), viewShare);
  return isEnterpriseType(useSession((session) => session.account_type)) && may;
}

function KeepView({ list, shown, columns, onKept }: ViewsProps & { readonly onKept: (id: number) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const queries = useQueryClient();
  const mayShare = useMayShare();
  const [name, setName] = useState(shown.view?.view_name ?? '');
  const [forAll, setForAll] = useState(shown.view?.shared === true && mayShare);
  const [busy, setBusy] = useState(false);
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    const { filters, sort } = shown.state;
    const query = `${writeState({ page: 1, size: undefined, sort, filters })}`;
    setBusy(true);
    try {
      const kept = await call(forAll ? viewShare : viewSave, { list, view_name: name, query, columns: given(columns) });
      await queries.invalidateQueries({ queryKey: [viewList.path, list] });
      notify.success(t('datapage.saved'));
      onKept(kept.id);
    } catch {
      // It was said why not.
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="views-keep" onSubmit={(event) => void keep(event)}>
      <label htmlFor={id}>{t('datapage.views.keep')}</label>
      <Input
        id={id}
        value={name}
        maxLength={mostLetters}
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

const given = ({ order, hidden, pinned, widths }: ViewsProps['columns']) => ({
  order: [...order],
  hidden: [...hidden],
  ...(pinned ? { pinned: [...pinned] } : {}),
  ...(widths ? { widths: { ...widths } } : {}),
});
