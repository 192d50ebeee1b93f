import { lazy, Suspense } from 'react';
import { auditExport, auditPage, auditThings } from '../../../../contract/organ/audit-log.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';
import { DidWhat } from '../../../ui/history/RecordHistory.tsx';
import { ThingName } from './ThingName.tsx';
import '../role/rights.css';

const AuditDetail = lazy(() => import('./AuditDetail.tsx'));

const spec: ListSpec = {
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

export const first = firstRows(spec);

/** Every change that was made through the console or the API. */
export default function AuditLog() {
  return <DataPage spec={spec} />;
}
