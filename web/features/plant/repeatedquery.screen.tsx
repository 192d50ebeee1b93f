import { repeatedCode } from '@suyuan/contract/plant/packing/repeated-code.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { exceptionList } from '#ui/exceptions/exceptionList.tsx';

const list = exceptionList(repeatedCode);

export const preload = firstRows(list);

/** Codes that were captured twice: on two lines, for two work orders, or by two printers. */
export default function RepeatedCodes() {
  return <DataPage spec={list} />;
}
