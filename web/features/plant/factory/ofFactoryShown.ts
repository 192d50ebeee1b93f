import { factoryReference } from '../../../ui/pickers/references/factoryReference.ts';
import type { Row } from '../../../ui/records.ts';

/** How a list shows whose factory its rows are of. */
export const ofFactoryShown = {
  factory_id: { reference: factoryReference, nameOf: (row: Row) => row.factory_name as string, example: 'GC-01' },
  factory_code: { hidden: true },
  factory_name: { width: 200 },
};
