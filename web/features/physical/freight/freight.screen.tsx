import { SettingOutlined } from '@ant-design/icons';
import { isEnterpriseType } from '@suyuan/contract/access/account-type.ts';
import { useMemo } from 'react';
import { later } from '#core/loading/later.tsx';
import { useSession } from '#core/session/session.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import type { ListButton } from '#ui/DataPage/fields.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { waybillActions } from './waybillActions.ts';
import { waybillList } from './waybillList.tsx';

const LoadingRules = later(() => import('./loading/LoadingRules.tsx'));

export const preload = firstRows(waybillList({ actions: [], buttons: [] }));

const rules: ListButton = {
  text: 'button.rules',
  icon: <SettingOutlined aria-hidden />,
  permission: 'freight:rules',
  dialog: LoadingRules,
};

/** 运单管理: waybills in all statuses, from draft to closed. */
export default function Waybills() {
  const ofEnterprise = isEnterpriseType(useSession((session) => session.account_type));
  const spec = useMemo(
    () => waybillList({ actions: waybillActions(ofEnterprise), buttons: ofEnterprise ? [rules] : [] }),
    [ofEnterprise],
  );
  return <DataPage spec={spec} />;
}
