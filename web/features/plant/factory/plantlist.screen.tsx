import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { factoryList } from './factoryList.tsx';

export const first = firstRows(factoryList);

/** The enterprise's own factories. */
export default function Factories() {
  return <DataPage spec={factoryList} />;
}
