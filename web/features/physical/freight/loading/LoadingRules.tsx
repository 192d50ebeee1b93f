import {
  loadingReasons,
  loadingRules,
  loadingRulesUpdate,
  type Policy,
  policies,
} from '@suyuan/contract/physical/waybill/loading-rule.ts';
import { Form, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { useFormSource } from '#ui/edit/useFormSource.ts';
import { warehouseReference } from '#ui/pickers/baseReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';

/** The policies of a warehouse for goods that should not be loaded: refuse, require a reason, or allow. */
export default function LoadingRules({ onClose }: DialogProps) {
  const { t } = useTranslation();
  const [warehouse, setWarehouse] = useState<number>();
  const { data } = useFormSource({
    queryKey: [loadingRules.path, warehouse],
    queryFn: ({ signal }) => call(loadingRules, { warehouse_id: warehouse as number }, { signal }),
    enabled: warehouse !== undefined,
  });
  const run = async (values: FormValues) => {
    if (warehouse === undefined) return;
    const rules = loadingReasons.map((reason) => ({ reason, policy: values[reason] as Policy }));
    await call(loadingRulesUpdate, { warehouse_id: warehouse, rules }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
  };
  return (
    <FormDialog title={t('button.rules')} okText={t('datapage.save')} width={640} run={run} onClose={onClose}>
      <Form.Item label={t('field.from_warehouse')}>
        <ReferenceSelect
          reference={warehouseReference}
          value={warehouse ?? null}
          onChange={(id) => setWarehouse(id as number | undefined)}
          aria-label={t('field.from_warehouse')}
        />
      </Form.Item>
      {warehouse !== undefined && !data && <Skeleton active />}
      {data?.map(({ reason, policy }) => (
        <Form.Item
          key={`${warehouse} ${reason}`}
          name={reason}
          label={t(`freight.rule.${reason}`)}
          initialValue={policy}
        >
          <Segmented options={policies.map((one) => ({ value: one, label: t(`freight.policy.${one}`) }))} />
        </Form.Item>
      ))}
    </FormDialog>
  );
}
