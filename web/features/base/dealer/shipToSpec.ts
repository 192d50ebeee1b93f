import {
  shipToAdd,
  shipToDelete,
  shipToExport,
  shipToImport,
  shipToPage,
  shipToUpdate,
} from '../../../../contract/base/ship-to.ts';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import { dealerReference } from '../../../ui/pickers/dealerReference.ts';
import { keywordField, momentFields, reachFields, statusField } from '../partnerFields.ts';

export const shipToSpec: ListSpec = {
  name: 'shipto',
  thing: 'ship_to',
  page: shipToPage,
  add: shipToAdd,
  update: shipToUpdate,
  remove: shipToDelete,
  disables: true,
  export: shipToExport,
  import: shipToImport,
  titleOf: (row) => `${row.ship_to_name}`,
  fields: [
    keywordField,
    {
      key: 'dealer_id',
      kind: 'reference',
      reference: dealerReference,
      search: true,
      column: false,
      form: { required: true, onlyNew: true },
      example: 'D-0571',
    },
    {
      key: 'ship_to_code',
      kind: 'text',
      column: { width: 140, sort: true },
      form: { required: true, maxLength: 64 },
      example: 'D-0571-01',
    },
    {
      key: 'ship_to_name',
      kind: 'text',
      column: { width: 200, sort: true },
      form: { required: true, maxLength: 128 },
      example: 'example.ship_to_name',
    },
    statusField,
    { key: 'dealer_code', kind: 'text', column: { width: 140, hidden: true } },
    { key: 'dealer_name', kind: 'text', column: { width: 200 } },
    ...reachFields,
    {
      key: 'preferred',
      kind: 'switch',
      column: { width: 90 },
      form: { hint: 'shipto.preferredHint', initial: false },
    },
    ...momentFields,
  ],
};
