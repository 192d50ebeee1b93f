import { loginLog } from '@suyuan/contract/organ/own-account.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';

const spec = thingList(loginLog, {
  titleOf: (row) => row.account_name,
  shown: {
    result: { tones: { success: 'success', failure: 'error', locked: 'warning', notice: 'default' }, width: 90 },
    account_name: { width: 120 },
    reason: { width: 130 },
    ip: { width: 125 },
    region: { width: 120 },
    device: { width: 160 },
    claimed_ip: { width: 150, hidden: true },
  },
});

export const preload = firstRows(spec);

export default function LoginLog() {
  return <DataPage spec={spec} />;
}
