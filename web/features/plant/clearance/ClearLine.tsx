import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { clearanceAdd, clearanceReady, type OpenLease } from '@suyuan/contract/plant/line/line-clearance.ts';
import type { PlantItem } from '@suyuan/contract/plant/plant-item.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Form, type FormInstance, Input } from 'antd';
import { Suspense, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { notify } from '#core/notices/notices.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { RequestIdOf } from '#ui/failure/RequestIdOf.tsx';
import { numberLimits, textLimit } from '#ui/limits.ts';
import { CountInput } from '#ui/pickers/CountInput.tsx';
import { lineReference } from '#ui/pickers/plantReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { usePlantItems } from '../usePlantItems.ts';
import { DestroyedLabels, destroyedIn, firstWay } from './DestroyedLabels.tsx';
import { OpenLeases } from './OpenLeases.tsx';
import './clearance.css';

const ReturnLease = later(() => import('./ReturnLease.tsx'));

type Ready = OutputOf<typeof clearanceReady>;

/** Records that a line was cleared of the order that ended last on it. */
export default function ClearLine({ onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const items = usePlantItems('clearance') ?? [];
  const [returning, setReturning] = useState<OpenLease>();
  const run = async (values: FormValues) => {
    const why = `${values.difference_reason ?? ''}`.trim();
    const { clearance_no } = await call(
      clearanceAdd,
      {
        line_id: values.line_id as number,
        labels_left: values.labels_left as number,
        ...destroyedIn(values),
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
    <>
      <FormDialog
        title={t('clearance.add')}
        okText={t('clearance.add')}
        width={640}
        // What is wrong with a range is told below the ranges.
        itemOf={(path) => (path.startsWith('destroyed.') ? 'destroyed' : path === 'rest' ? 'way' : path)}
        run={run}
        onClose={onClose}
      >
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
              {() => (
                <OfLine
                  form={form}
                  items={items}
                  line={form.getFieldValue('line_id') as number | undefined}
                  onReturn={setReturning}
                />
              )}
            </Form.Item>
          </>
        )}
      </FormDialog>
      <Suspense>{returning && <ReturnLease lease={returning} onClose={() => setReturning(undefined)} />}</Suspense>
    </>
  );
}

interface OfLineProps {
  readonly form: FormInstance<FormValues>;
  readonly items: readonly PlantItem[];
  readonly line: number | undefined;
  readonly onReturn: (lease: OpenLease) => void;
}

function OfLine({ form, items, line, onReturn }: OfLineProps) {
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
      <OpenLeases leases={data.leases} onReturn={onReturn} />
      <Form.Item
        name="labels_left"
        label={t('clearance.labels_left')}
        rules={[{ required: true, message: t('datapage.required', { title: t('clearance.labels_left') }) }]}
      >
        <CountInput {...numberLimits(clearanceAdd, 'labels_left')} style={{ width: '100%' }} />
      </Form.Item>
      <DestroyedLabels leases={data.leases} />
      <div className="clearance-check">
        {items.map(({ id, item_name }) => (
          <Form.Item key={id} name={`check_${id}`} valuePropName="checked">
            <Checkbox>{item_name}</Checkbox>
          </Form.Item>
        ))}
      </div>
      {items.length === 0 && <p>{t('clearance.noChecks')}</p>}
      <Form.Item noStyle shouldUpdate>
        {() =>
          isDifferent(form.getFieldsValue(), data, items) && (
            <DifferenceReason optional={form.getFieldValue('way') === 'codes'} />
          )
        }
      </Form.Item>
    </>
  );
}

/** Whether something is missing, so that a reason is needed. */
function isDifferent(values: FormValues, ready: Ready, items: readonly PlantItem[]): boolean {
  const { labels_left, way = firstWay } = values;
  if (ready.leased_left > 0) return true;
  if (typeof labels_left === 'number' && labels_left !== ready.labels_expected) return true;
  // How many labels are in ranges is known to the server alone, which asks for a reason if they are not all.
  if (way === 'none' && ready.labels_expected > 0) return true;
  if (way === 'codes') return true;
  return items.some(({ id }) => values[`check_${id}`] !== true);
}

function DifferenceReason({ optional }: { readonly optional: boolean }) {
  const { t } = useTranslation();
  const title = t('clearance.difference_reason');
  return (
    <Form.Item
      name="difference_reason"
      label={title}
      rules={[{ required: !optional, whitespace: !optional, message: t('datapage.required', { title }) }]}
    >
      <Input.TextArea rows={2} {...textLimit(clearanceAdd, 'difference_reason')} />
    </Form.Item>
  );
}

function WhatToClear({ ready }: { readonly ready: Ready }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { order_no, product_name, lot, cleared } = ready;
  const facts = t('clearance.ready', {
    order: [order_no, product_name, lot].filter(Boolean).join(' · '),
    expected: count(ready.labels_expected),
    scrapped: count(ready.labels_scrapped),
    printed: count(ready.labels_printed),
    used: count(ready.labels_used),
  });
  return (
    <Alert
      className="clearance-ready"
      type={cleared ? 'success' : 'info'}
      showIcon
      title={facts}
      description={cleared ? t('clearance.clearedAlready') : undefined}
    />
  );
}
