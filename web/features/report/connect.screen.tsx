import { DataPage } from '../../ui/DataPage/DataPage.tsx';
import { firstRows } from '../../ui/DataPage/state/listQuery.ts';
import { handoverList } from './handover/handoverList.tsx';

export const first = firstRows(handoverList);

/** Finished goods that lines hand to their warehouses. */
export default function Connect() {
  return <DataPage spec={handoverList} />;
}
