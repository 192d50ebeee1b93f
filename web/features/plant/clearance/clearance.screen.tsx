import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { clearanceList } from './clearanceList.tsx';

export const preload = firstRows(clearanceList);

/** 清场: clearances of lines between two work orders. */
export default function ClearanceScreen() {
  return <DataPage spec={clearanceList} />;
}
