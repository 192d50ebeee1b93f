import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { shiftList } from './shiftList.tsx';

export const preload = firstRows(shiftList);

/** 交接班: hand-overs of shifts. */
export default function ShiftScreen() {
  return <DataPage spec={shiftList} />;
}
