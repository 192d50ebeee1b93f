import { outFactory } from '@suyuan/contract/base/factory.ts';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { partnerStatusShown, reachableShown } from '#ui/area/reachableShown.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';

const HeldCertificates = later(() => import('#ui/certificates/HeldCertificates.tsx'));

const outsourcingList = thingList(outFactory, {
  disableText: 'partner.disableText',
  titleOf: (row) => row.factory_name,
  shown: {
    factory_code: { width: 120, example: 'WW-01' },
    factory_name: { width: 200, example: 'example.factory_name' },
    status: partnerStatusShown,
    ...reachableShown,
    language: { width: 110, hidden: true },
    licence_no: { width: 190, hidden: true },
    remark: { kind: 'longtext', width: 200, hidden: true },
  },
  detailAside: (row) => (
    <Suspense>
      <HeldCertificates holder="factory" id={row.id} />
    </Suspense>
  ),
});

export const preload = firstRows(outsourcingList);

/** External factories that work for the enterprise. */
export default function Outsourcing() {
  return <DataPage spec={outsourcingList} />;
}
