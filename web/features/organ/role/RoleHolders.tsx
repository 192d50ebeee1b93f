import { type RoleHolder, roleHolder } from '@suyuan/contract/organ/role.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Table, Tag } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

const size = 10;

/** The accounts with a role, and whether they have it directly or through a position. */
export function RoleHolders({ roleId }: { roleId: number }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, isFetching } = useQuery({
    queryKey: [roleHolder.page.path, roleId, page],
    queryFn: ({ signal }) => call(roleHolder.page, { role_id: roleId, page, size }, { signal }),
    placeholderData: keepPreviousData,
  });
  const total = data?.total ?? 0;
  const waysTo = ({ direct, position_name }: RoleHolder): string[] => [
    ...(direct ? [t('rolemanage.direct')] : []),
    ...(position_name === null ? [] : [t('rolemanage.byPosition', { position: position_name })]),
  ];
  return (
    <section className="role-holders">
      <h3>{t('rolemanage.whoHas')}</h3>
      <Table<RoleHolder>
        size="small"
        rowKey="id"
        loading={isFetching}
        dataSource={[...(data?.rows ?? [])]}
        locale={{ emptyText: t('rolemanage.nobody') }}
        pagination={total > size && { current: page, pageSize: size, total, onChange: setPage, showSizeChanger: false }}
        columns={[
          {
            title: t('field.account'),
            render: (_, { account_name, name, status }) => (
              <>
                {name} <span className="quiet">{account_name}</span>{' '}
                {status === 'disabled' && <Tag>{t('permission.off')}</Tag>}
              </>
            ),
          },
          { title: t('rolemanage.cameBy'), render: (_, holder) => waysTo(holder).join(' · ') },
        ]}
      />
    </section>
  );
}
