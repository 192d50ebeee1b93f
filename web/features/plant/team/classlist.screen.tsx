import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { teamList } from './teamList.tsx';

export const first = firstRows(teamList);

/** Teams with their shifts and members. */
export default function Teams() {
  return <DataPage spec={teamList} />;
}
