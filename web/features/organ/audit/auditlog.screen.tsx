import { accessLog } from '@suyuan/contract/organ/access-log.ts';
import { auditLog, auditThings } from '@suyuan/contract/organ/audit-log.ts';
import { Suspense } from 'react';
import { allBranches } from '#core/i18n/i18n.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { withTexts } from '#core/i18n/withTexts.ts';
import { later } from '#core/loading/later.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { DidWhat } from '#ui/history/RecordHistory.tsx';
import { ListTabs } from '#ui/ListTabs.tsx';
import type { Row } from '#ui/records.ts';
import { ThingName } from './ThingName.tsx';
import '../role/rights.css';

/** With the texts of all branches, because it shows the column titles of any list. */
const AuditDetail = later(withTexts(() => import('./AuditDetail.tsx'), ...allBranches));

/** Columns for time, account and call. */
const who = {
  at: { width: 150 },
  account_name: { width: 110 },
  call: {
    width: 160,
    render: (row: Row) => <DidWhat call={`${row.call}`} of={row.of as string | null} />,
  },
  ip: { width: 130 },
  id: { column: false },
};

const changes = thingList(auditLog, {
  titleOf: (row) => `#${row.id}`,
  detailAside: (row) => (
    <Suspense>
      <AuditDetail id={row.id} />
    </Suspense>
  ),
  shown: {
    ...who,
    thing: { choices: auditThings, width: 100, render: (row) => <ThingName thing={row.thing} /> },
    label: { width: 150 },
    thing_id: { width: 100, hidden: true },
    changes: { width: 100, hidden: true },
  },
});

const accesses = thingList(accessLog, {
  titleOf: (row) => `#${row.id}`,
  shown: {
    ...who,
    ip: { ...who.ip, hidden: true },
    result: { width: 90, tones: { answered: 'success', refused: 'error', failed: 'warning', begun: 'default' } },
    codes: { width: 70 },
    sha256: { width: 170, hidden: true },
    times: { width: 60 },
    asked: { width: 170 },
  },
});

export const preload = firstRows(changes);

/** All changes through the console or the API; on a second tab, exports, code lookups and refused calls. */
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
