import type { InputOf } from '@suyuan/contract/call/call.ts';
import { setAdd } from '@suyuan/contract/tagging/code-order.ts';
import { Form, Input } from 'antd';
import { Suspense, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import type { DialogProps, Field, ListSpec } from '#ui/DataPage/fields.ts';
import { RecordItems } from '#ui/DataPage/form/RecordItems.tsx';
import { inputOf } from '#ui/DataPage/form/recordInput.ts';
import { useFacts } from '#ui/DataPage/useSummary.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import type { Summary } from '#ui/edit/Summary.tsx';
import { numberLimits, textLimit } from '#ui/limits.ts';
import { PublicAddressNotice } from '#ui/PublicAddressNotice.tsx';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { useReferenceNames } from '#ui/pickers/useReferenceNames.ts';
import { ruleReference } from '../ruleReference.ts';
import '../tagging.css';
import { CountInput } from '#ui/pickers/CountInput.tsx';

const NewOrderFiles = later(() => import('./NewOrderFiles.tsx'));

interface SetOrderProps extends DialogProps {
  /** The list that opened the dialog; its form fields apply to sets as well. */
  readonly spec: ListSpec;
  readonly screen: 'records' | 'readycreate';
}

/** The numbers of a ratio such as 1:6:24; undefined if the text is no ratio. */
function totalsOf(ratio: unknown): number[] | undefined {
  const text = `${ratio ?? ''}`.trim();
  return /^1(\s*[:：]\s*[1-9]\d{0,8}){1,4}$/.test(text) ? text.split(/[:：]/).map(Number) : undefined;
}

/** Orders packages together with their contents, with a rule for each number of the ratio. */
export default function SetOrder({ spec, screen, onClose, onDone }: SetOrderProps) {
  const { t } = useTranslation();
  const can = useCan();
  const [orderId, setOrderId] = useState<number>();
  const summaryOf = useSetSummary(spec);
  const fields = spec.fields.filter(({ key, form }) => form && key in setAdd.input.properties);
  const run = async (values: FormValues) => {
    const totals = totalsOf(values.ratio) ?? [];
    const input = {
      ratio: values.ratio,
      sets: values.sets,
      rule_ids: totals.map((_, depth) => values[`rule_${depth}`]),
      ...inputOf(fields, values, undefined),
    } as InputOf<typeof setAdd>;
    const { orders } = await call(setAdd, input, { fieldErrors: true });
    notify.success(t('tagging.set.done', { orders: orders.map(({ order_no }) => order_no).join(', ') }));
    onDone();
    const [outermost] = orders;
    if (outermost && can(`${screen}:download`)) setOrderId(outermost.id);
    else onClose();
  };
  if (orderId !== undefined) {
    return (
      <Suspense>
        <NewOrderFiles row={{ id: orderId }} onClose={onClose} onDone={onDone} />
      </Suspense>
    );
  }
  return (
    <FormDialog
      title={t('tagging.set.title')}
      okText={t('tagging.set.ok')}
      initialValues={{ ratio: '1:6:24', sets: 1000 }}
      run={run}
      summaryOf={(values) => summaryOf(fields, values)}
      itemOf={(path) => path.replace(/^rule_ids\.(\d+)$/, 'rule_$1').replace(/^rule_ids$/, 'ratio')}
      onSaved={() => undefined}
      onClose={onClose}
    >
      <PublicAddressNotice />
      <SetItems />
      <DetailItems list={spec.name} fields={fields} />
    </FormDialog>
  );
}

/** Returns a function for the summary of a set order: the number of codes for each rule. */
function useSetSummary(spec: ListSpec) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const factsOf = useFacts(spec.name);
  const nameOf = useReferenceNames();
  return (fields: readonly Field[], values: FormValues): Summary => {
    const sets = Number(values.sets);
    const totals = totalsOf(values.ratio) ?? [];
    const levels = totals.map((total, depth) => ({
      title: t(levelKey(depth, totals.length), { depth: depth + 1, count: count(total * sets) }),
      value: nameOf(ruleReference, values[`rule_${depth}`]),
    }));
    const quantity = count(totals.reduce((sum, total) => sum + total * sets, 0));
    return {
      text: t('records.confirmText', { quantity }),
      ok: t('records.confirmOk', { quantity }),
      facts: [
        { title: t('tagging.set.ratio'), value: `${values.ratio}` },
        { title: t('field.sets'), value: count(sets) },
        ...levels,
        ...factsOf(fields, values),
      ],
    };
  };
}

const levelKey = (depth: number, depths: number) =>
  depth === 0 ? 'tagging.set.outermost' : depth === depths - 1 ? 'tagging.set.innermost' : 'tagging.set.rule';

/** The form items that all orders share, as far as they are shown. */
function DetailItems({ list, fields }: { readonly list: string; readonly fields: readonly Field[] }) {
  const values = Form.useWatch([]) ?? {};
  return (
    <RecordItems list={list} fields={fields.filter(({ form }) => form?.shown?.(values) ?? true)} row={undefined} />
  );
}

function SetItems() {
  const { t } = useTranslation();
  const numbers = useNumbers();
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
          <Input {...textLimit(setAdd, 'ratio')} autoComplete="off" />
        </Form.Item>
        <Form.Item name="sets" label={t('field.sets')} rules={required(t('field.sets'))}>
          <CountInput {...numberLimits(setAdd, 'sets')} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      {totals?.map((total, depth) => {
        const count = numbers.count(total * sets);
        const title = t(levelKey(depth, totals.length), { depth: depth + 1, count });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a depth is its place
          <Form.Item key={depth} name={`rule_${depth}`} label={title} rules={required(title)}>
            <ReferenceSelect reference={ruleReference} />
          </Form.Item>
        );
      })}
    </>
  );
}
