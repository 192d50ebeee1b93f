import { AppstoreAddOutlined } from '@ant-design/icons';
import {
  type CodeOrder,
  codeOrder,
  maxInUseCounted,
  maxUsedCounted,
  orderAdd,
  preCode,
} from '@suyuan/contract/tagging/code-order.ts';
import { Suspense } from 'react';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import type { ListButton, ListSpec, RowAction } from '#ui/DataPage/fields.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { PublicAddressNotice } from '#ui/PublicAddressNotice.tsx';
import { productReference } from '#ui/pickers/baseReferences.ts';
import { DayInput } from '#ui/pickers/DateInput.tsx';
import { workOrderReference } from '#ui/pickers/plantReferences.ts';
import { ruleReference } from '../ruleReference.ts';

const OrderAside = later(() => import('./OrderAside.tsx'));
const NewOrderFiles = later(() => import('./NewOrderFiles.tsx'));
const OrderFiles = later(() => import('./OrderFiles.tsx'));
const SetOrder = later(() => import('./SetOrder.tsx'));

const lists = { records: codeOrder, readycreate: preCode };

interface OwnOffers {
  readonly buttons?: readonly ListButton[];
  /** Actions before and after the one that opens the files of an order. */
  readonly before?: readonly RowAction<CodeOrder>[];
  readonly after?: readonly RowAction<CodeOrder>[];
}

/** Fields that apply only to orders for a product. */
const withProduct = {
  shown: ({ product_id, work_order_id }: Readonly<Record<string, unknown>>) =>
    typeof product_id === 'number' && typeof work_order_id !== 'number',
} as const;

/** Product, lot and production date of a work order are its own. */
const withoutWorkOrder = {
  shown: ({ work_order_id }: Readonly<Record<string, unknown>>) => typeof work_order_id !== 'number',
} as const;

/** The list of code orders with its form, the same for all screens; actions and buttons of a single screen are passed in. */
export function orderList(key: keyof typeof lists, { buttons = [], before = [], after = [] }: OwnOffers): ListSpec {
  const spec: ListSpec = thingList(lists[key], {
    add: orderAdd,
    formHead: () => <PublicAddressNotice />,
    confirms: (t, { quantity }) => ({
      text: t('records.confirmText', { quantity }),
      ok: t('records.confirmOk', { quantity }),
    }),
    next: { permission: `${key}:download`, dialog: NewOrderFiles },
    titleOf: (row) => row.order_no,
    detailAside: (row) => (
      <Suspense>
        <OrderAside order={row} />
      </Suspense>
    ),
    buttons: [
      ...buttons,
      {
        text: 'tagging.set.add',
        icon: <AppstoreAddOutlined aria-hidden />,
        permission: `${key}:add`,
        dialog: (props) => <SetOrder {...props} spec={spec} screen={key} />,
      },
    ],
    actions: [
      ...before,
      {
        key: 'download',
        text: 'records.download',
        permission: `${key}:download`,
        shown: (row) => row.imported !== true,
        dialog: OrderFiles,
      },
      ...after,
    ],
    shown: {
      order_no: { width: 130 },
      rule_name: { width: 120, hidden: true },
      rule_id: { reference: ruleReference },
      work_order_id: { reference: workOrderReference, form: { hint: 'records.workOrderHint' } },
      work_order_no: { width: 130, hidden: true },
      product_id: { reference: productReference, form: { hint: 'records.productHint', ...withoutWorkOrder } },
      product_code: { column: false },
      product_name: { width: 140 },
      lot: { width: 100, hidden: true, form: withProduct },
      production_date: { width: 110, hidden: true, input: DayInput, form: withProduct },
      quantity: { width: 105, form: { initial: 1_000_000, hint: 'records.quantityHint' } },
      on_products: {
        column: true,
        about: 'records.about.on_products',
        width: 90,
        render: (row) => <CodesInUse order={row} of="on_products" />,
        detail: false,
      },
      gone: {
        column: true,
        about: 'records.about.gone',
        width: 75,
        render: (row) => <CodesInUse order={row} of="gone" />,
        detail: false,
      },
      left: {
        column: true,
        about: 'records.about.left',
        width: 90,
        render: (row) => <CodesInUse order={row} of="left" />,
        detail: false,
      },
      used: {
        column: true,
        about: 'records.about.used',
        width: 75,
        render: (row) => (row.used === null ? '—' : <UsedCodes used={row.used} />),
        detail: false,
      },
      bound: { width: 90, hidden: true },
      closed: { width: 100, hidden: true },
      downloads: { width: 100, hidden: true },
      status: { width: 75, tones: { open: 'success', closed: 'error' } },
      set_ratio: { width: 110, hidden: true },
      first_code: { kind: 'code', hidden: true },
      last_code: { kind: 'code', hidden: true },
      guess_odds: { kind: 'share', width: 190, hidden: true },
      printer: { width: 140, hidden: true },
      purpose: { kind: 'longtext', width: 180, hidden: true },
      close_reason: { width: 180, hidden: true },
      created_by: { width: 120, hidden: true },
      created_at: { hidden: false },
    },
  });
  return spec;
}

/** The number of used codes, or "at least" the number up to which lists count. */
function UsedCodes({ used }: { used: number }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const number = count(used);
  return <span className="data-page-number">{used < maxUsedCounted ? number : t('records.atLeast', { number })}</span>;
}

interface CodesInUseProps {
  readonly order: Pick<CodeOrder, 'on_products' | 'gone' | 'left' | 'quantity'>;
  readonly of: 'on_products' | 'gone' | 'left';
}

/** What became of the codes of an order; of very many used ones, lists say that there are at least so many. */
function CodesInUse({ order, of }: CodesInUseProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const number = order[of];
  if (number !== null) return <span className="data-page-number">{count(number)}</span>;
  const text = of === 'on_products' ? t('records.atLeast', { number: count(maxInUseCounted) }) : '…';
  return (
    <span className="data-page-number" title={t('records.countedInDetail')}>
      {text}
    </span>
  );
}
