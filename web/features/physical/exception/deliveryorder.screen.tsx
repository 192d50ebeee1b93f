import { productionData } from '../../../../contract/physical/production-data.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import { firstRows } from '../../../ui/DataPage/state/listQuery.ts';
import { exceptionList } from '../../../ui/exceptions/exceptionList.tsx';

const list = exceptionList(productionData);

export const first = firstRows(list);

/** What lines and files told of the production that does not fit. */
export default function ProductionData() {
  return <DataPage spec={list} />;
}
