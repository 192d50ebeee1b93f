import { Form, Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '../../../../contract/call/call.ts';
import { setAdd } from '../../../../contract/tagging/code-order.ts';
import { call } from '../../../core/api/call.ts';
import { notify } from '../../../core/notices/notices.ts';
import type { DialogProps } from '../../../ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '../../../ui/FormDialog.tsx';
import { ReferenceSelect } from '../../../ui/pickers/ReferenceSelect.tsx';
import { productReference } from '../productReference.ts';
import { ruleReference } from './orderSpec.tsx';
import '../tagging.css';

interface SetOrderProps extends DialogProps {
  readonly withProduct?: boolean;
}

/** The totals of a ratio such as 1:6:24; undefined while it is none. */
function totalsOf(ratio: unknown): number[] | undefined {
  const text = `${ratio ?? ''}`.trim();
  return /^1(\s*[:：]\s*[1-9]\d{0,8}){1,4}$/.test(text) ? text.split(/[:：]/).map(Number) : undefined;
}

/** Packages and what lies in them, ordered together: a rule for each number of the ratio. */
export default function SetOrder({ withProduct = false, onClose, onDone }: SetOrderProps) {
  const { t } = useTranslation();
  const run = async (values: FormValues) => {
    const totals = totalsOf(values.ratio) ?? [];
    const input = {
      ratio: values.ratio,
      sets: values.sets,
      rule_ids: totals.map((_, depth) => values[`rule_${depth}`]),
      product_id: values.product_id ?? null,
      purpose: values.purpose,
      printer: values.printer,
    } as InputOf<typeof setAdd>;
    const { orders } = await call(setAdd, input, { fieldErrors: true });
    notify.success(t('tagging.set.done', { orders: orders.map(({ order_no }) => order_no).join(', ') }));
    onDone();
  };
  return (
    <FormDialog
      title={t('tagging.set.title')}
      okText={t('tagging.set.ok')}
      initialValues={{ ratio: '1:6:24', sets: 1000 }}
      run={run}
      itemOf={(path) => path.replace(/^rule_ids\.(\d+)$/, 'rule_$1').replace(/^rule_ids$/, 'ratio')}
      onClose={onClose}
    >
      <SetItems withProduct={withProduct} />
    </FormDialog>
  );
}

const levelKey = (depth: number, depths: number) =>
  depth === 0 ? 'tagging.set.outermost' : depth === depths - 1 ? 'tagging.set.innermost' : 'tagging.set.rule';

function SetItems({ withProduct }: { withProduct: boolean }) {
  const { t, i18n } = useTranslation();
  const totals = totalsOf(Form.useWatch('ratio'));
  const sets = Number(Form.useWatch('sets') ?? 0);
  const required = (title: string) => [{ required: true, message: t('datapage.required', { title }) }];
  return (
    <>
      <div className="tagging-pair">
        <Form.Item
          name="ratio"
          label={t('tagging.set.ratio')}
          extra={t('tagging.set.ratioHint')}
          rules={[
            ...required(t('tagging.set.ratio')),
            {
              validator: (_, value) =>
                totalsOf(value) ? Promise.resolve() : Promise.reject(new Error(t('tagging.set.ratioHint'))),
            },
          ]}
        >
          <Input maxLength={64} autoComplete="off" />
        </Form.Item>
        <Form.Item name="sets" label={t('tagging.set.sets')} rules={required(t('tagging.set.sets'))}>
          <InputNumber min={1} max={100_000_000} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      {totals?.map((total, depth) => {
        const count = (total * sets).toLocaleString(i18n.language);
        const title = t(levelKey(depth, totals.length), { depth: depth + 1, count });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a depth is its place
          <Form.Item key={depth} name={`rule_${depth}`} label={title} rules={required(title)}>
            <ReferenceSelect reference={ruleReference} />
          </Form.Item>
        );
      })}
      {withProduct && (
        <Form.Item name="product_id" label={t('field.product_id')} extra={t('records.productHint')}>
          <ReferenceSelect reference={productReference} />
        </Form.Item>
      )}
      <div className="tagging-pair">
        <Form.Item name="printer" label={t('field.printer')}>
          <Input maxLength={64} autoComplete="off" />
        </Form.Item>
        <Form.Item name="purpose" label={t('field.purpose')}>
          <Input maxLength={256} autoComplete="off" />
        </Form.Item>
      </div>
    </>
  );
}
