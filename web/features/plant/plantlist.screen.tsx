import { type Factory, factory } from '@suyuan/contract/plant/factory.ts';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { placeGlnShown } from '#ui/area/glnShown.ts';
import { partnerStatusShown, reachableShown } from '#ui/area/reachableShown.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { warehouseReference } from '#ui/pickers/baseReferences.ts';

const HeldCertificates = later(() => import('#ui/certificates/HeldCertificates.tsx'));

const factoryList = thingList(factory, {
  disableText: 'partner.disableText',
  titleOf: (row) => row.factory_name,
  shown: {
    factory_code: { width: 110, example: 'GC-01' },
    factory_name: { width: 170, example: 'example.plant_name' },
    status: partnerStatusShown,
    ...reachableShown,
    contact: { ...reachableShown.contact, hidden: true },
    phone: { ...reachableShown.phone, hidden: true },
    language: { width: 110, hidden: true },
    ...placeGlnShown,
    gln: { ...placeGlnShown.gln, hidden: false },
    warehouse_id: {
      reference: warehouseReference,
      nameOf: (row) => row.warehouse_name,
      search: false,
      example: 'CK-01',
    },
    warehouse_code: { hidden: true },
    warehouse_name: { width: 130 },
    people: { width: 70, render: (row) => <FactoryPeople factory={row} /> },
    remark: { kind: 'longtext', width: 200, hidden: true },
  },
  detailAside: (row) => (
    <Suspense>
      <HeldCertificates holder="factory" id={row.id} />
    </Suspense>
  ),
});

/** The number of accounts of a factory's people, as a link to them for those who may see them. */
function FactoryPeople({ factory }: { readonly factory: Factory }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const n = count(factory.people);
  if (!useCan()('stafflist')) return <span className="data-page-number">{n}</span>;
  return (
    <Link
      className="data-page-number"
      to={`/stafflist?factory_id=${factory.id}`}
      aria-label={t('plantlist.peopleOf', { factory: factory.factory_name, n })}
    >
      {n}
    </Link>
  );
}

export const preload = firstRows(factoryList);

/** The enterprise's own factories. */
export default function Factories() {
  return <DataPage spec={factoryList} />;
}
