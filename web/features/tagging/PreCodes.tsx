import { AppstoreAddOutlined, ImportOutlined, LinkOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderAdd, preCodeExport, preCodePage } from '../../../contract/tagging.ts';
import { Allowed } from '../../session/allowed.tsx';
import { DataPage } from '../../ui/DataPage/DataPage.tsx';
import type { ListSpec, Row } from '../../ui/DataPage/fields.ts';
import { orderFields } from './orderSpec.tsx';

const BindCodes = lazy(() => import('./BindCodes.tsx'));
const ImportCodes = lazy(() => import('./ImportCodes.tsx'));
const OrderAside = lazy(() => import('./OrderAside.tsx'));
const OrderFiles = lazy(() => import('./OrderFiles.tsx'));
const SetOrder = lazy(() => import('./SetOrder.tsx'));

type Dialog =
  | { kind: 'files'; order: Row }
  | { kind: 'bind' | 'unbind'; order: Row | undefined }
  | { kind: 'set' | 'import' }
  | undefined;

/** Codes that are ordered, or brought in, before their product is known; and binding them when it is. */
export default function PreCodes() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<Dialog>();
  const list = useMemo(
    () =>
      spec({
        files: (order) => setDialog({ kind: 'files', order }),
        bind: (order) => setDialog({ kind: 'bind', order }),
        unbind: (order) => setDialog({ kind: 'unbind', order }),
      }),
    [],
  );
  const close = () => setDialog(undefined);
  const refresh = () => void queries.invalidateQueries({ queryKey: [preCodePage.path] });
  return (
    <>
      <DataPage
        spec={list}
        extra={
          <>
            <Allowed permission="readycreate:bind">
              <Button icon={<LinkOutlined aria-hidden />} onClick={() => setDialog({ kind: 'bind', order: undefined })}>
                {t('tagging.bind.open')}
              </Button>
            </Allowed>
            <Allowed permission="readycreate:import">
              <Button icon={<ImportOutlined aria-hidden />} onClick={() => setDialog({ kind: 'import' })}>
                {t('tagging.import.open')}
              </Button>
            </Allowed>
            <Allowed permission="readycreate:add">
              <Button icon={<AppstoreAddOutlined aria-hidden />} onClick={() => setDialog({ kind: 'set' })}>
                {t('tagging.set.add')}
              </Button>
            </Allowed>
          </>
        }
      />
      <Suspense>
        {dialog?.kind === 'files' && <OrderFiles order={dialog.order} onClose={close} onEnded={refresh} />}
        {(dialog?.kind === 'bind' || dialog?.kind === 'unbind') && (
          <BindCodes kind={dialog.kind} order={dialog.order} onClose={close} onDone={refresh} />
        )}
        {dialog?.kind === 'set' && <SetOrder onClose={close} onDone={refresh} />}
        {dialog?.kind === 'import' && <ImportCodes onClose={close} onDone={refresh} />}
      </Suspense>
    </>
  );
}

const spec = (run: Record<'files' | 'bind' | 'unbind', (order: Row) => void>): ListSpec => ({
  name: 'readycreate',
  page: preCodePage,
  add: orderAdd,
  export: preCodeExport,
  titleOf: (row) => `${row.order_no}`,
  detailAside: (row) => (
    <Suspense>
      <OrderAside order={row} />
    </Suspense>
  ),
  actions: [
    {
      key: 'bind',
      text: 'tagging.bind.ok',
      permission: 'readycreate:bind',
      shown: (row) => row.status === 'open',
      run: run.bind,
    },
    {
      key: 'download',
      text: 'records.download',
      permission: 'readycreate:download',
      shown: (row) => row.imported !== true,
      run: run.files,
    },
    {
      key: 'unbind',
      text: 'tagging.unbind.ok',
      permission: 'readycreate:unbind',
      danger: true,
      shown: (row) => (row.bound as number) > 0,
      run: run.unbind,
    },
  ],
  fields: orderFields('pre-codes'),
});
