import {
  type Recall,
  recallAdd,
  recallScopes,
  recallUpdate,
  usualHours,
} from '@suyuan/contract/inspect/recall/recall.ts';
import { Checkbox, Form, Input, InputNumber, Radio } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { textLimit } from '#ui/limits.ts';
import { ScopeFields, scopeOf } from '../goods/ScopeFields.tsx';

interface NewRecallProps extends DialogProps {
  /** The recall to change; a new one is planned without it. */
  readonly row?: Recall;
}

/** Plans a recall, real or as a drill, or changes one that has not begun. Nothing happens to the goods before it begins. */
export default function NewRecall({ row, onClose, onDone }: NewRecallProps) {
  const { t } = useTranslation();
  const kinds = row ? (['kept', ...recallScopes] as const) : recallScopes;
  const [kind, setKind] = useState<(typeof kinds)[number]>(row ? 'kept' : 'lot');
  const run = async (values: FormValues) => {
    const scope = kind === 'kept' ? {} : { scope: scopeOf(kind, values) };
    const { drill, reason, ...limits } = values as unknown as Plan;
    const given = { drill, reason, ...limitsIn(limits) };
    if (row) {
      await call(recallUpdate, { id: row.id, ...scope, ...given }, { fieldErrors: true });
      notify.success(t('datapage.saved'));
    } else if (kind !== 'kept') {
      const plan = { scope: scopeOf(kind, values), ...given };
      const { recall_no } = await call(recallAdd, plan, { fieldErrors: true });
      notify.success(t('recall.added', { no: recall_no }));
    }
    onDone();
  };
  return (
    <FormDialog
      title={row ? t('recall.updateTitle', { no: row.recall_no }) : t('recall.add')}
      okText={row ? t('datapage.save') : t('recall.plan')}
      run={run}
      onClose={onClose}
      initialValues={row ? { ...planOf(row) } : { drill: true, tells: true, ...usual }}
    >
      {row && <p>{t('recall.scopeNow', { scope: row.scope })}</p>}
      <ScopeFields label={t('recall.scope_kind')} kinds={kinds} kind={kind} onKind={setKind} />
      <Form.Item name="drill" label={t('recall.drill')} rules={[{ required: true }]}>
        <Radio.Group
          options={[
            { value: true, label: t('recall.drill.true') },
            { value: false, label: t('recall.drill.false') },
          ]}
        />
      </Form.Item>
      <ReasonItem of={recallAdd} />
      <Form.Item name="tells" valuePropName="checked">
        <Checkbox>{t('recall.tells')}</Checkbox>
      </Form.Item>
      {(['acknowledge_hours', 'answer_hours', 'target_minutes'] as const).map((name) => (
        <Form.Item key={name} name={name} label={t(`recall.${name}`)}>
          <InputNumber min={1} precision={0} inputMode="numeric" style={{ width: '100%' }} />
        </Form.Item>
      ))}
      <Form.Item name="instructions" label={t('recall.instructions')} extra={t('recall.instructionsHint')}>
        <Input.TextArea rows={2} showCount {...textLimit(recallAdd, 'instructions')} />
      </Form.Item>
    </FormDialog>
  );
}

interface Plan {
  readonly drill: boolean;
  readonly reason: string;
  readonly tells?: boolean;
  readonly acknowledge_hours?: number | null;
  readonly answer_hours?: number | null;
  readonly target_minutes?: number | null;
  readonly instructions?: string | null;
}

const usual = { acknowledge_hours: usualHours.acknowledge, answer_hours: usualHours.answer };

const planOf = ({
  drill,
  reason,
  tells,
  acknowledge_hours,
  answer_hours,
  target_minutes,
  instructions,
}: Recall): Plan => ({
  drill,
  reason,
  tells,
  acknowledge_hours,
  answer_hours,
  target_minutes,
  instructions,
});

/** The limits as the call takes them: what was emptied is as usual. */
const limitsIn = ({
  tells = true,
  acknowledge_hours,
  answer_hours,
  target_minutes,
  instructions,
}: Omit<Plan, 'drill' | 'reason'>) => ({
  tells,
  acknowledge_hours: acknowledge_hours ?? usual.acknowledge_hours,
  answer_hours: answer_hours ?? usual.answer_hours,
  target_minutes: target_minutes ?? null,
  instructions: instructions?.trim() || null,
});
