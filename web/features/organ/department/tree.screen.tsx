import { UploadOutlined } from '@ant-design/icons';
import {
  type DepartmentNode,
  department,
  departmentListTree,
  departmentTree,
} from '@suyuan/contract/organ/department.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Modal, Skeleton } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call, download } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import { ExportButton } from '#ui/DataPage/ExportButton.tsx';
import { useAddParameter } from '#ui/DataPage/state/useAddParameter.ts';
import { PageFailure } from '#ui/failure/PageFailure.tsx';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import '#ui/DataPage/dataPage.css';
import { DepartmentDetail } from './DepartmentDetail.tsx';
import { DepartmentOutline } from './DepartmentOutline.tsx';
import { flat, type Place, placeOf } from './departmentNodes.ts';
import { departmentSpec } from './departmentSpec.ts';
import '../organisation.css';
import { buttonText } from '#core/i18n/menuText.ts';

const RecordForm = later(() => import('#ui/DataPage/form/RecordForm.tsx'));
const ImportWizard = later(() => import('#ui/DataPage/import/ImportWizard.tsx'));

type Dialog =
  | { kind: 'add'; parent: number | null }
  | { kind: 'update'; node: DepartmentNode }
  | { kind: 'import' }
  | undefined;

/** The departments of the enterprise: on the left the tree, on the right the chosen department with its people. */
export default function DepartmentTree() {
  const { t } = useTranslation();
  const can = useCan();
  const [query, setQuery] = useSearchParams();
  const [dialog, setDialog] = useState<Dialog>();
  const { data, all, error, refetch, refresh, move, place } = useDepartments();
  const selection = all.find(({ id }) => id === Number(query.get('id'))) ?? all[0];
  const spec = useMemo(() => departmentSpec(dialog?.kind === 'add' ? dialog.parent : null), [dialog]);

  const close = () => setDialog(undefined);
  const finish = () => {
    close();
    refresh();
  };
  const add = (parent: number | null) => setDialog({ kind: 'add', parent });
  useAddParameter(can('tree:add') ? () => add(null) : undefined);

  if (error && !data) {
    return <PageFailure of={{ error, refetch }} />;
  }
  return (
    <div className="organisation">
      <Panel aria-label={t('menu.tree')}>
        <PanelHead title={t('menu.tree')}>
          {can('tree:add') && (
            <Button type="primary" onClick={() => add(null)}>
              {buttonText(t, 'tree:add', t('tree.add'))}
            </Button>
          )}
          {can('tree:import') && (
            <Button icon={<UploadOutlined aria-hidden />} onClick={() => setDialog({ kind: 'import' })}>
              {buttonText(t, 'tree:import', t('button.import'))}
            </Button>
          )}
          {can('tree:export') && (
            <ExportButton
              name="tree"
              // `download` has shown the error.
              onExport={(format) => void download(department.export, { format }).catch(() => undefined)}
            />
          )}
        </PanelHead>
        {!data && <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />}
        {data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('tree.empty')} />}
        {data && selection && (
          <DepartmentOutline
            nodes={data}
            chosen={selection.id}
            onChoose={(id) => setQuery({ id: String(id) })}
            onMove={can('tree:update') ? move : undefined}
          />
        )}
      </Panel>
      {selection && (
        <DepartmentDetail
          key={selection.id}
          node={selection}
          parent={all.find(({ id }) => id === selection.parent_id)}
          onAdd={() => add(selection.id)}
          onUpdate={() => setDialog({ kind: 'update', node: selection })}
          onDeleted={refresh}
        />
      )}
      <Suspense>
        {dialog?.kind === 'import' && <ImportWizard spec={spec} onDone={refresh} onClose={close} />}
        {(dialog?.kind === 'add' || dialog?.kind === 'update') && (
          <RecordForm
            spec={spec}
            definition={dialog.kind === 'add' ? department.add : department.update}
            row={dialog.kind === 'update' ? { ...dialog.node } : undefined}
            onDone={finish}
            onClose={close}
          />
        )}
      </Suspense>
      {place}
    </div>
  );
}

/** The tree of departments, with functions to reload it and to move a department. */
function useDepartments() {
  const { t } = useTranslation();
  const [modal, place] = Modal.useModal();
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
  const moveTo = (node: DepartmentNode, to: NonNullable<ReturnType<typeof placeOf>>) => {
    const siblings = all.filter(({ parent_id }) => parent_id === node.parent_id);
    const before = { parent_id: node.parent_id, sort: siblings.findIndex(({ id }) => id === node.id) };
    const back = () =>
      void call(department.update, { id: node.id, ...before })
        .catch(() => undefined)
        .finally(refresh);
    // `call` has shown the error; the tree is reloaded in any case.
    return call(department.update, { id: node.id, ...to, updated_at: node.updated_at })
      .then(
        () => notify.success(t('tree.moved', { name: node.depart_name }), { text: t('datapage.undo'), run: back }),
        () => undefined,
      )
      .finally(refresh);
  };
  /** Asks before a department goes to another parent, with whom it takes along; its place among its neighbours changes at once. */
  const move = (source: number, target: number, where: Place) => {
    const node = all.find(({ id }) => id === source);
    const to = placeOf(data ?? [], source, target, where);
    if (!node || !to) return;
    if (to.parent_id === node.parent_id) return void moveTo(node, to);
    const parent = all.find(({ id }) => id === to.parent_id)?.depart_name ?? t('tree.top');
    modal.confirm({
      title: t('tree.moveTitle', { name: node.depart_name, parent }),
      content: t('tree.moveText', { departments: flat(node.listSubWareHouses).length, people: node.people_below }),
      okText: t('tree.move'),
      cancelText: t('datapage.cancel'),
      onOk: () => moveTo(node, to),
    });
  };
  return { data, all, error, refetch, refresh, move, place };
}
