import { plantItem } from '@suyuan/contract/plant/plant-item.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';

const list = thingList(plantItem, {
  titleOf: (row) => row.item_name,
  shown: {
    kind: { width: 140, form: { hint: 'plantitem.kindHint' } },
    item_name: { width: 260 },
    sort: { width: 90, form: { initial: 0 } },
    status: { width: 90 },
  },
});

export const preload = firstRows(list);

/** 原因与检查项: the words that desks offer, and the checklist of line clearance. */
export default function PlantItemScreen() {
  return <DataPage spec={list} />;
}
