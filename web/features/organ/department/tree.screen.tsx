import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type DepartmentNode,
  department,
  departmentListTree,
  departmentTree,
} from '../../../../contract/organ/department.ts';
import { call } from '../../../core/api/call.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { later } from '../../../core/loading/later.tsx';
import { useCan } from '../../../core/session/allowed.tsx';
import { useAskedToAdd } from '../../../ui/DataPage/state/useAskedToAdd.ts';
import { PageFailure } from '../../../ui/failure/PageFailure.tsx';
import '../../../ui/DataPage/dataPage.css';
import { DepartmentDetail } from './DepartmentDetail.tsx';
import { DepartmentOutline } from './DepartmentOutline.tsx';
import { flat, type Place, placeOf } from './departmentNodes.ts';
import { departmentSpec } from './departmentSpec.ts';
import '../organisation.css';
import { buttonText } from '../../../core/i18n/menuText.ts';

const RecordForm = later(() => import('../../../ui/DataPage/form/RecordForm.tsx'));

type Dialog = { kind: 'add'; parent: number | null } | { kind: 'update'; node: DepartmentNode } | undefined;

/** The departments of the enterprise: on the left the tree, on the right the chosen department with its people. */
export default function DepartmentTree() {
  const { t } = useTranslation();
  const can = useCan();
  const [query, setQuery] = useSearchParams();
  const [dialog, setDialog] = useState<Dialog>();
  const { data, all, error, refetch, refresh, move } = useDepartments();
  const chosen = all.find(({ id }) => id === Number(query.get('id'))) ?? all[0];
  const spec = useMemo(() => departmentSpec(dialog?.kind === 'add' ? dialog.parent : null), [dialog]);

  const close = () => setDialog(undefined);
  const done = () => {
    close();
    refresh();
  };
  const add = (parent: number | null) => setDialog({ kind: 'add', parent });
  useAskedToAdd(can('tree:add') ? () => add(null) : undefined);

  if (error && !data) {
    return <PageFailure of={{ error, refetch }} />;
  }
  return (
    <div className="organisation">
      <section className="data-page-panel" aria-label={t('menu.tree')}>
        <div className="data-page-toolbar">
          <h1>{t('menu.tree')}</h1>
          {can('tree:add') && (
            <Button type="primary" onClick={() => add(null)}>
              {buttonText(t, 'tree:add', t('tree.add'))}
            </Button>
          )}
        </div>
        {!data && <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />}
        {data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('tree.empty')} />}
        {data && chosen && (
          <DepartmentOutline
            nodes={data}
            chosen={chosen.id}
            onChoose={(id) => setQuery({ id: String(id) })}
            onMove={can('tree:update') ? move : undefined}
          />
        )}
      </section>
      {chosen && (
        <DepartmentDetail
          key={chosen.id}
          node={chosen}
          parent={all.find(({ id }) => id === chosen.parent_id)}
          onAdd={() => add(chosen.id)}
          onUpdate={() => setDialog({ kind: 'update', node: chosen })}
          onDeleted={refresh}
        />
      )}
      <Suspense>
        {dialog && (
          <RecordForm
            spec={spec}
            definition={dialog.kind === 'add' ? department.add : department.update}
            row={dialog.kind === 'update' ? { ...dialog.node } : undefined}
            onDone={done}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}

/** The tree of departments, with functions to reload it and to move a department. */
function useDepartments() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [departmentListTree.path],
    queryFn: ({ signal }) => call(departmentListTree, {}, { signal }),
  });
  const all = useMemo(() => flat(data ?? []), [data]);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: [departmentListTree.path] });
    void queries.invalidateQueries({ queryKey: [departmentTree.path] });
  };
  const move = (moved: number, target: number, place: Place) => {
    const node = all.find(({ id }) => id === moved);
    const to = placeOf(data ?? [], moved, target, place);
    if (!node || !to) return;
    // `call` has shown the error; the tree is reloaded in any case.
    void call(department.update, { id: moved, ...to, updated_at: node.updated_at })
      .catch(() => undefined)
      .finally(refresh);
  };
  return { data, all, error, refetch, refresh, move };
}
