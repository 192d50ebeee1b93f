import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { exceptionList } from '#ui/exceptions/exceptionList.tsx';

const list = exceptionList(productionData);

export const preload = firstRows(list);

/** Exceptions in what lines and files reported. */
export default function ProductionData() {
  return <DataPage spec={list} />;
}
