import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { accessResults } from '../../../../contract/access-result.ts';
import { accessExport, accessPage } from '../../../../contract/organ/access-log.ts';
import { auditExport, auditPage, auditThings } from '../../../../contract/organ/audit-log.ts';
import { allBranches } from '../../../core/i18n/i18n.ts';
import { withTexts } from '../../../core/i18n/withTexts.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { Field, ListSpec } from '../../../ui/DataPage/fields.ts';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';
import { DidWhat } from '../../../ui/history/RecordHistory.tsx';
import { ListTabs } from '../../../ui/ListTabs.tsx';
import { ThingName } from './ThingName.tsx';
import '../role/rights.css';

/** It titles the columns of any list. */
const AuditDetail = lazy(withTexts(() => import('./AuditDetail.tsx'), ...allBranches));

/** Who, when and by which call. */
const who: readonly Field[] = [
  { key: 'at', kind: 'moment', column: { width: 170, sort: true } },
  { key: 'account_name', kind: 'text', search: true, column: { width: 130 } },
  { key: 'period', kind: 'period', from: 'from', to: 'to', search: true },
  {
    key: 'call',
    kind: 'text',
    search: true,
    column: {
      width: 310,
      render: (row) => (
        <>
          <DidWhat call={`${row.call}`} /> <span className="rights-code">{`${row.call}`}</span>
        </>
      ),
    },
  },
];

const changes: ListSpec = {
  name: 'auditlog',
  page: auditPage,
  export: auditExport,
  titleOf: (row) => `#${row.id}`,
  detailAside: (row) => (
    <Suspense>
      <AuditDetail id={row.id as number} />
    </Suspense>
  ),
  fields: [
    ...who,
    {
      key: 'thing',
      kind: 'choice',
      choices: auditThings,
      search: true,
      column: { width: 110, render: (row) => <ThingName thing={row.thing as string | null} /> },
    },
    { key: 'label', kind: 'text', column: { width: 180 } },
    { key: 'ip', kind: 'text', search: true, column: { width: 140 } },
    { key: 'thing_id', kind: 'text', search: true, column: { width: 100, hidden: true } },
    { key: 'changes', kind: 'number', column: { width: 100, hidden: true } },
  ],
};

const accesses: ListSpec = {
  name: 'accesslog',
  page: accessPage,
  export: accessExport,
  titleOf: (row) => `#${row.id}`,
  fields: [
    ...who,
    {
      key: 'result',
      kind: 'choice',
      choices: accessResults,
      tones: { answered: 'success', refused: 'error', failed: 'warning', begun: 'default' },
      search: true,
      column: { width: 110 },
    },
    { key: 'codes', kind: 'number', column: { width: 90 } },
    { key: 'unknown', kind: 'number', column: { width: 110 } },
    { key: 'times', kind: 'number', column: { width: 80 } },
    { key: 'asked', kind: 'text', column: { width: 280 } },
    { key: 'ip', kind: 'text', search: true, column: { width: 140 } },
  ],
};

export const first = firstRows(changes);

/** Every change that was made through the console or the API; and who exported, looked up codes or was refused. */
export default function AuditLog() {
  const { t } = useTranslation();
  return (
    <ListTabs
      tabs={[
        { key: 'changes', title: t('auditlog.tab'), list: <DataPage key="changes" spec={changes} /> },
        { key: 'accesses', title: t('menu.accesslog'), list: <DataPage key="accesses" spec={accesses} /> },
      ]}
    />
  );
}
