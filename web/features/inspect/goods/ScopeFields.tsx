import { recallScope } from '@suyuan/contract/inspect/recall/recall.ts';
import { Form, Input, Radio } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeEntry, takesScans } from '#ui/code/CodeEntry.tsx';
import { codesIn } from '#ui/code/codesIn.ts';
import type { FormValues } from '#ui/dialogs/FormDialog.tsx';
import { lengthOf } from '#ui/limits.ts';
import { productReference, warehouseReference } from '#ui/pickers/baseReferences.ts';
import { workOrderReference } from '#ui/pickers/plantReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';

/** How goods are chosen to be called back or held; `kept`: they stay those that were chosen before. */
export type GoodsScope = 'lot' | 'work_order' | 'material_lot' | 'codes' | 'range' | 'place';

interface ScopeFieldsProps<K extends GoodsScope | 'kept'> {
  readonly label: string;
  readonly kinds: readonly K[];
  readonly kind: K;
  readonly onKind: (kind: K) => void;
}

const required = [{ required: true }];

const kindText = (t: TFunction, kind: GoodsScope | 'kept'): string =>
  kind === 'place' ? t('hold.scope_kind.place') : t(`recall.scope_kind.${kind}`);

/** The fields of a form by which goods are chosen: first how, then which. */
export function ScopeFields<K extends GoodsScope | 'kept'>({ label, kinds, kind, onKind }: ScopeFieldsProps<K>) {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item label={label}>
        <Radio.Group
          aria-label={label}
          value={kind}
          onChange={(event) => onKind(event.target.value as K)}
          options={kinds.map((value) => ({
            value,
            label: kindText(t, value),
          }))}
        />
      </Form.Item>
      {kind === 'lot' && (
        <>
          <Form.Item name="lot" label={t('field.lot')} rules={required}>
            <Input {...lengthOf(recallScope.lot.properties.lot)} autoComplete="off" />
          </Form.Item>
          <Form.Item name="product_id" label={t('recall.productIfOne')}>
            <ReferenceSelect reference={productReference} />
          </Form.Item>
        </>
      )}
      {kind === 'work_order' && (
        <Form.Item name="work_order_id" label={t('field.work_order')} rules={required} extra={t('recall.wholeLots')}>
          <ReferenceSelect reference={workOrderReference} />
        </Form.Item>
      )}
      {kind === 'material_lot' && (
        <Form.Item
          name="material_lot"
          label={t('recall.scope_kind.material_lot')}
          rules={required}
          extra={t('recall.wholeLots')}
        >
          <Input {...lengthOf(recallScope.material_lot.properties.material_lot)} autoComplete="off" {...takesScans} />
        </Form.Item>
      )}
      {kind === 'codes' && (
        <Form.Item name="codes" label={t('recall.codes')} rules={required}>
          <Input.TextArea rows={4} spellCheck={false} {...takesScans} />
        </Form.Item>
      )}
      {kind === 'range' && <RangeFields />}
      {kind === 'place' && (
        <Form.Item name="warehouse_id" label={t('field.warehouse')} rules={required} extra={t('hold.placeHint')}>
          <ReferenceSelect reference={warehouseReference} />
        </Form.Item>
      )}
    </>
  );
}

function RangeFields() {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="first_code" label={t('recall.first_code')} rules={required}>
        <CodeEntry {...lengthOf(recallScope.range.properties.first_code)} />
      </Form.Item>
      <Form.Item name="last_code" label={t('recall.last_code')} rules={required} extra={t('recall.rangeHint')}>
        <CodeEntry {...lengthOf(recallScope.range.properties.first_code)} />
      </Form.Item>
    </>
  );
}

type ScopeInput = {
  readonly lot: { lot: string; product_id?: number };
  readonly work_order: { work_order_id: number };
  readonly material_lot: { material_lot: string };
  readonly codes: { codes: string[] };
  readonly range: { first_code: string; last_code: string };
  readonly place: { warehouse_id: number };
};

/** What the fields say, as the calls take it. */
export function scopeOf<K extends GoodsScope>(kind: K, values: FormValues): ScopeInput[K] {
  const product = values.product_id as number | null | undefined;
  const inputs: { readonly [Kind in GoodsScope]: () => ScopeInput[Kind] } = {
    lot: () => ({ lot: values.lot as string, ...(product ? { product_id: product } : {}) }),
    work_order: () => ({ work_order_id: values.work_order_id as number }),
    material_lot: () => ({ material_lot: values.material_lot as string }),
    codes: () => ({ codes: codesIn((values.codes as string | undefined) ?? '') }),
    range: () => ({ first_code: values.first_code as string, last_code: values.last_code as string }),
    place: () => ({ warehouse_id: values.warehouse_id as number }),
  };
  return inputs[kind]();
}
