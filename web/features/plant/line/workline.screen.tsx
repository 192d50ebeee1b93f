import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { lineList } from './lineList.tsx';

export const preload = firstRows(lineList);

/** Production lines with their stations, and the keys of their devices. */
export default function ProductionLines() {
  return <DataPage spec={lineList} />;
}
