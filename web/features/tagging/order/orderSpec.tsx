import { orderStatuses, rulePage } from '../../../../contract/tagging/code-order.ts';
import type { Field } from '../../../ui/DataPage/fields.ts';
import type { Row } from '../../../ui/records.ts';
import { productReference } from '../productReference.ts';
import { UsedCodes } from './UsedCodes.tsx';

export const ruleReference = {
  page: rulePage,
  filters: { status: 'enabled' },
  label: (row: Row) => ((row.version as number) > 1 ? `${row.rule_name} v${row.version}` : `${row.rule_name}`),
};

const rule: Field = {
  key: 'rule_id',
  kind: 'reference',
  reference: ruleReference,
  search: true,
  column: false,
  form: { required: true },
};

const product: Field = {
  key: 'product_id',
  kind: 'reference',
  reference: productReference,
  search: true,
  column: false,
  form: { hint: 'records.productHint' },
};

/** What is known of an order. Pre-codes are ordered without a product. */
export const orderFields = (kind: 'all' | 'pre-codes'): Field[] => [
  { key: 'keyword', kind: 'text', search: true, column: false },
  { key: 'order_no', kind: 'text', column: { width: 160, sort: true } },
  rule,
  { key: 'rule_name', kind: 'text', column: { width: 160 } },
  ...(kind === 'all' ? [product, { key: 'product_name', kind: 'text', column: { width: 160 } } as const] : []),
  {
    key: 'quantity',
    kind: 'number',
    min: 1,
    max: 100_000_000,
    column: { width: 130, sort: true },
    form: { required: true, initial: 1_000_000, hint: 'records.quantityHint' },
  },
  { key: 'bound', kind: 'number', column: { width: 110 } },
  {
    key: 'used',
    kind: 'number',
    column: { width: 100, file: false, render: (row) => <UsedCodes used={row.used as number} /> },
    detail: false,
  },
  { key: 'closed', kind: 'number', column: { width: 100 } },
  { key: 'downloads', kind: 'number', column: { width: 100 } },
  {
    key: 'status',
    kind: 'choice',
    choices: orderStatuses,
    tones: { open: 'success', closed: 'error' },
    search: true,
    column: { width: 100, sort: true },
  },
  { key: 'set_ratio', kind: 'text', column: { width: 110 } },
  { key: 'first_code', kind: 'code', column: { width: 230 } },
  { key: 'last_code', kind: 'code', column: { width: 230, hidden: true } },
  { key: 'guess_odds', kind: 'share', column: { width: 190, hidden: true } },
  { key: 'printer', kind: 'text', column: { width: 140 }, form: { maxLength: 64 } },
  { key: 'purpose', kind: 'longtext', column: { width: 180 }, form: { maxLength: 256 } },
  { key: 'close_reason', kind: 'text', column: { width: 180, hidden: true } },
  { key: 'created_by', kind: 'text', column: { width: 120 } },
  { key: 'created_at', kind: 'moment', column: { width: 180, sort: true } },
];
