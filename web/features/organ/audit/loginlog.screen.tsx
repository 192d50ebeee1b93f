import { loginLog } from '../../../../contract/organ/own-account.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';
import { thingList } from '../../../ui/DataPage/thingList.ts';

const spec = thingList(loginLog, {
  titleOf: (row) => `${row.account_name}`,
  shown: {
    result: { tones: { success: 'success', failure: 'error', locked: 'warning', notice: 'default' }, width: 120 },
    reason: { width: 170 },
    ip: { width: 150 },
    region: { width: 150 },
    device: { width: 220 },
    claimed_ip: { width: 150, hidden: true },
  },
});

export const first = firstRows(spec);

export default function LoginLog() {
  return <DataPage spec={spec} />;
}
