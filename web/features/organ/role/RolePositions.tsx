import {
  type PositionRole,
  position,
  positionRoleAdd,
  positionRoleDelete,
  positionRoleList,
} from '@suyuan/contract/organ/position.ts';
import { role, roleHolder } from '@suyuan/contract/organ/role.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal, Table } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { mayCall, useCan } from '#core/session/allowed.tsx';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import type { Reference } from '#ui/records.ts';

const size = 10;

const positions: Reference = { page: position.page, label: (row) => `${row.position_name} (${row.depart_name})` };

/** The positions that grant a role, with buttons to add and remove them. */
export function RolePositions({ roleId }: { roleId: number }) {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const [modal, modalPlace] = Modal.useModal();
  const [page, setPage] = useState(1);
  const input = { role_id: roleId, page, size };
  const { data, isFetching } = useQuery({
    queryKey: [positionRoleList.path, input],
    queryFn: ({ signal }) => call(positionRoleList, input, { signal }),
    placeholderData: keepPreviousData,
  });
  const total = data?.total ?? 0;
  const refresh = () =>
    Promise.all(
      [positionRoleList, roleHolder.page, role.page].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
    );
  const add = (position_id: number) =>
    call(positionRoleAdd, { position_id, role_id: roleId })
      .catch(() => undefined)
      .finally(refresh);
  const askToRemove = ({ position_id, position_name }: PositionRole) =>
    modal.confirm({
      title: t('rolemanage.removePositionTitle', { position: position_name }),
      content: t('rolemanage.removePositionText'),
      okText: t('rolemanage.removePosition'),
      cancelText: t('datapage.cancel'),
      okButtonProps: { danger: true },
      // `call` has shown the error; the confirmation closes in any case.
      onOk: () =>
        call(positionRoleDelete, { position_id, role_id: roleId })
          .catch(() => undefined)
          .finally(refresh),
    });
  return (
    <section className="role-holders">
      <h3>{t('rolemanage.positionsOf')}</h3>
      {mayCall(can, positionRoleAdd) && mayCall(can, position.page) && <AddPosition onAdd={add} />}
      <Table<PositionRole>
        size="small"
        rowKey="position_id"
        loading={isFetching}
        dataSource={[...(data?.rows ?? [])]}
        locale={{ emptyText: t('rolemanage.noPosition') }}
        pagination={total > size && { current: page, pageSize: size, total, onChange: setPage, showSizeChanger: false }}
        columns={[
          { title: t('departmentjob.position_name'), dataIndex: 'position_name' },
          { title: t('field.depart_name'), dataIndex: 'depart_name' },
          ...(mayCall(can, positionRoleDelete)
            ? [
                {
                  title: t('field.actions'),
                  width: 90,
                  render: (_: unknown, position: PositionRole) => (
                    <Button type="link" size="small" danger onClick={() => askToRemove(position)}>
                      {t('rolemanage.removePosition')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {modalPlace}
    </section>
  );
}

function AddPosition({ onAdd }: { onAdd: (position: number) => Promise<unknown> }) {
  const { t } = useTranslation();
  const [positionId, setPositionId] = useState<number>();
  const [busy, setBusy] = useState(false);
  const add = async (position: number) => {
    setBusy(true);
    await onAdd(position);
    setBusy(false);
    setPositionId(undefined);
  };
  return (
    <div className="role-add-position">
      <Unsaved changed={positionId !== undefined} />
      <ReferenceSelect
        reference={positions}
        value={positionId ?? null}
        onChange={setPositionId}
        placeholder={t('rolemanage.choosePosition')}
        aria-label={t('rolemanage.choosePosition')}
      />
      <Button
        disabled={positionId === undefined}
        loading={busy}
        onClick={() => positionId !== undefined && void add(positionId)}
      >
        {t('rolemanage.addPosition')}
      </Button>
    </div>
  );
}
