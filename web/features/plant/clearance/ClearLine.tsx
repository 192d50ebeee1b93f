import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { clearanceAdd, clearanceReady } from '@suyuan/contract/plant/line-clearance.ts';
import type { PlantItem } from '@suyuan/contract/plant/plant-item.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Form, type FormInstance, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { RequestIdOf } from '#ui/failure/RequestIdOf.tsx';
import { numberLimits, textLimit } from '#ui/limits.ts';
import { CountInput } from '#ui/pickers/CountInput.tsx';
import { lineReference } from '#ui/pickers/plantReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { usePlantItems } from '../usePlantItems.ts';
import './clearance.css';

type Ready = OutputOf<typeof clearanceReady>;

/** Records that a line was cleared of the order that ended last on it. */
export default function ClearLine({ onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const items = usePlantItems('clearance') ?? [];
  const run = async (values: FormValues) => {
    const why = `${values.difference_reason ?? ''}`.trim();
    const { clearance_no } = await call(
      clearanceAdd,
      {
        line_id: values.line_id as number,
        labels_left: values.labels_left as number,
        labels_destroyed: values.labels_destroyed as number,
        ...(why ? { difference_reason: why } : {}),
        checks: items.map(({ id }) => ({ item_id: id, done: values[`check_${id}`] === true })),
      },
      { fieldErrors: true },
    );
    notify.success(t('clearance.added', { number: clearance_no }));
    onDone();
  };
  const title = t('field.line');
  return (
    <FormDialog title={t('clearance.add')} okText={t('clearance.add')} width={640} run={run} onClose={onClose}>
      {(form) => (
        <>
          <p>{t('clearance.addText')}</p>
          <Form.Item
            name="line_id"
            label={title}
            rules={[{ required: true, message: t('datapage.required', { title }) }]}
          >
            <ReferenceSelect reference={lineReference} />
          </Form.Item>
          <Form.Item noStyle dependencies={['line_id']}>
            {() => <OfLine form={form} items={items} line={form.getFieldValue('line_id') as number | undefined} />}
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}

interface OfLineProps {
  readonly form: FormInstance<FormValues>;
  readonly items: readonly PlantItem[];
  readonly line: number | undefined;
}

function OfLine({ form, items, line }: OfLineProps) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: [clearanceReady.path, line],
    queryFn: ({ signal }) => call(clearanceReady, { line_id: line as number }, { signal, silent: true }),
    enabled: line !== undefined,
    gcTime: 0,
    retry: false,
  });
  if (error) return <Alert type="error" showIcon title={error.message} description={<RequestIdOf error={error} />} />;
  if (!data) return null;
  return (
    <>
      <WhatToClear ready={data} />
      {(['labels_left', 'labels_destroyed'] as const).map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={t(`clearance.${name}`)}
          rules={[{ required: true, message: t('datapage.required', { title: t(`clearance.${name}`) }) }]}
        >
          <CountInput {...numberLimits(clearanceAdd, name)} style={{ width: '100%' }} />
        </Form.Item>
      ))}
      <div className="clearance-check">
        {items.map(({ id, item_name }) => (
          <Form.Item key={id} name={`check_${id}`} valuePropName="checked">
            <Checkbox>{item_name}</Checkbox>
          </Form.Item>
        ))}
      </div>
      {items.length === 0 && <p>{t('clearance.noChecks')}</p>}
      <Form.Item noStyle shouldUpdate>
        {() => isDifferent(form.getFieldsValue(), data, items) && <DifferenceReason />}
      </Form.Item>
    </>
  );
}

/** Whether something is missing, so that a reason is needed. */
function isDifferent(values: FormValues, ready: Ready, items: readonly PlantItem[]): boolean {
  const { labels_left, labels_destroyed } = values;
  if (ready.leased_left > 0) return true;
  if (typeof labels_left === 'number' && labels_left !== ready.labels_expected) return true;
  if (typeof labels_destroyed === 'number' && labels_destroyed !== labels_left) return true;
  return items.some(({ id }) => values[`check_${id}`] !== true);
}

function DifferenceReason() {
  const { t } = useTranslation();
  const title = t('clearance.difference_reason');
  return (
    <Form.Item
      name="difference_reason"
      label={title}
      rules={[{ required: true, whitespace: true, message: t('datapage.required', { title }) }]}
    >
      <Input.TextArea rows={2} {...textLimit(clearanceAdd, 'difference_reason')} />
    </Form.Item>
  );
}

function WhatToClear({ ready }: { readonly ready: Ready }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { order_no, product_name, lot, labels_expected, labels_scrapped, leased_left, cleared } = ready;
  const facts = t('clearance.ready', {
    order: [order_no, product_name, lot].filter(Boolean).join(' · '),
    expected: count(labels_expected),
    scrapped: count(labels_scrapped),
  });
  return (
    <>
      <Alert
        type={cleared ? 'success' : 'info'}
        showIcon
        title={facts}
        description={cleared ? t('clearance.clearedAlready') : undefined}
      />
      {leased_left > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('clearance.leased', { count: leased_left, number: count(leased_left) })}
        />
      )}
    </>
  );
}
