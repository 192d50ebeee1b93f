import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { ofFactoryShown } from './ofFactoryShown.ts';

const workshopList = thingList(workshop, {
  titleOf: (row) => row.workshop_name,
  shown: {
    workshop_code: { width: 140, example: 'CJ-01', form: { hint: 'field.codeHint' } },
    workshop_name: { width: 220, example: 'example.workshop_name' },
    ...ofFactoryShown,
    status: { width: 100 },
    lines: { width: 100 },
    remark: { kind: 'longtext', width: 200, hidden: true },
  },
});

export const preload = firstRows(workshopList);

/** Workshops of the factories. */
export default function Workshops() {
  return <DataPage spec={workshopList} />;
}
