import { loginLogExport, loginLogPage, loginReasons, loginResults } from '../../../../contract/organ/own-account.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';

const spec: ListSpec = {
  name: 'loginlog',
  page: loginLogPage,
  export: loginLogExport,
  titleOf: (row) => `${row.account_name}`,
  fields: [
    { key: 'at', kind: 'moment', column: { width: 180, sort: true } },
    { key: 'account_name', kind: 'text', search: true, column: { width: 160 } },
    {
      key: 'result',
      kind: 'choice',
      choices: loginResults,
      tones: { success: 'success', failure: 'error', locked: 'warning', notice: 'default' },
      search: true,
      column: { width: 120 },
    },
    { key: 'reason', kind: 'choice', choices: loginReasons, column: { width: 170 } },
    { key: 'ip', kind: 'text', search: true, column: { width: 150 } },
    { key: 'region', kind: 'text', column: { width: 150 } },
    { key: 'device', kind: 'text', column: { width: 220 } },
    { key: 'claimed_ip', kind: 'text', column: { width: 150, hidden: true } },
    { key: 'period', kind: 'period', from: 'from', to: 'to', search: true },
  ],
};

export const first = firstRows(spec);

export default function LoginLog() {
  return <DataPage spec={spec} />;
}
