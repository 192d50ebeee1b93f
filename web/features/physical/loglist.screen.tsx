import { wmsLog } from '@suyuan/contract/physical/exceptions.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { exceptionList } from '#ui/exceptions/exceptionList.tsx';

const list = exceptionList(wmsLog);

export const preload = firstRows(list);

/** Exceptions in what a WMS sent. */
export default function WmsLog() {
  return <DataPage spec={list} />;
}
