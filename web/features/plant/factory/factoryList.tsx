import { factory } from '@suyuan/contract/plant/factory.ts';
import { placeGlnShown } from '#ui/area/glnShown.ts';
import { partnerStatusShown, reachableShown } from '#ui/area/reachableShown.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { warehouseReference } from '#ui/pickers/baseReferences.ts';
import { FactoryPeople } from './FactoryPeople.tsx';

export const factoryList = thingList(factory, {
  disableText: 'partner.disableText',
  titleOf: (row) => row.factory_name,
  shown: {
    factory_code: { width: 110, example: 'GC-01' },
    factory_name: { width: 170, example: 'example.plant_name' },
    status: partnerStatusShown,
    ...reachableShown,
    contact: { ...reachableShown.contact, hidden: true },
    phone: { ...reachableShown.phone, hidden: true },
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
});
