import { dealer, dealerManager } from '@suyuan/contract/base/dealer.ts';
import { shipTo } from '@suyuan/contract/base/ship-to.ts';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { AreaPicker, AreasPicker } from '#ui/area/AreaPicker.tsx';
import { partyGlnShown, placeGlnShown } from '#ui/area/glnShown.ts';
import { partnerStatusShown, reachableShown } from '#ui/area/reachableShown.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { dealerReference } from '#ui/pickers/baseReferences.ts';

const DealerDetail = later(() => import('./DealerDetail.tsx'));

export const dealerList = thingList(dealer, {
  disableText: 'partner.disableText',
  titleOf: (row) => row.dealer_name,
  shown: {
    sells_in: { input: AreaPicker },
    dealer_code: { width: 110, example: 'D-0571' },
    dealer_name: { width: 180, example: 'example.dealer_name' },
    dealer_level: { width: 70, form: { initial: 1 } },
    status: partnerStatusShown,
    parent_id: { reference: dealerReference, nameOf: (row) => row.parent_name },
    parent_code: { width: 140, hidden: true },
    parent_name: { width: 150 },
    manager_id: {
      reference: { page: dealerManager.page, label: (row) => `${row.name} (${row.account_name})` },
      nameOf: (row) => row.manager_name,
      form: { hint: 'dealer.managerHint' },
    },
    manager_account: { hidden: true },
    manager_name: { width: 110 },
    areas: { input: AreasPicker, form: { hint: 'dealer.areasHint' }, example: '浙江省、江苏省 南京市' },
    area_of_sale: { width: 170 },
    min_remaining_days: { width: 130, hidden: true, example: '180', form: { hint: 'dealer.minRemainingHint' } },
    ...reachableShown,
    contact: { ...reachableShown.contact, hidden: true },
    area_name: { ...reachableShown.area_name, hidden: true },
    language: { width: 110, hidden: true },
    licence_no: { width: 190, hidden: true },
    ...partyGlnShown,
    remark: { kind: 'longtext', width: 200, hidden: true },
  },
  detailAside: (row) => (
    <Suspense>
      <DealerDetail dealer={row} />
    </Suspense>
  ),
});

export const shipToList = thingList(shipTo, {
  titleOf: (row) => row.ship_to_name,
  shown: {
    dealer_id: { reference: dealerReference, example: 'D-0571' },
    ship_to_code: { width: 120, example: 'D-0571-01' },
    ship_to_name: { width: 180, example: 'example.ship_to_name' },
    status: { width: 80 },
    dealer_code: { width: 140, hidden: true },
    dealer_name: { width: 170 },
    ...reachableShown,
    ...placeGlnShown,
    preferred: { width: 80, form: { hint: 'shipto.preferredHint', initial: false } },
  },
});
