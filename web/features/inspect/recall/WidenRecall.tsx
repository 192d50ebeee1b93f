import { type Recall, recallRelated, recallWiden } from '@suyuan/contract/inspect/recall/recall.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Form, Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';

/** Shows the lots that share a lot of material with those of a recall, and plans another recall of them. */
export default function WidenRecall({ row, onClose, onDone }: RowDialogProps<Recall>) {
  const { t } = useTranslation();
  const related = useQuery({
    queryKey: [recallRelated.path, row.id],
    queryFn: ({ signal }) => call(recallRelated, { id: row.id }, { signal, silent: true }),
    staleTime: 0,
  });
  if (related.error && !related.data) return <PartFailure of={related} />;
  if (!related.data) return <Skeleton active />;
  const open = related.data.filter(({ recalled }) => !recalled);
  return (
    <FormDialog
      title={t('recall.widenTitle', { no: row.recall_no })}
      okText={t('button.widen')}
      run={async ({ lot_ids }) => {
        const { recall_no } = await call(
          recallWiden,
          { id: row.id, lot_ids: lot_ids as number[] },
          { fieldErrors: true },
        );
        notify.success(t('recall.added', { no: recall_no }));
        onDone();
      }}
      onClose={onClose}
      initialValues={{ lot_ids: open.map(({ lot_id }) => lot_id) }}
    >
      <Alert
        type="info"
        showIcon
        title={t(related.data.length === 0 ? 'recall.noneRelated' : 'recall.widenAbout')}
        style={{ marginBottom: 16 }}
      />
      <Form.Item name="lot_ids" label={t('recall.report.lots')} rules={[{ required: true }]}>
        <Checkbox.Group
          style={{ display: 'grid', gap: 8 }}
          options={related.data.map(({ lot_id, lot, product_name, materials, recalled }) => ({
            value: lot_id,
            disabled: recalled,
            label: `${lot} ${product_name} (${materials.join('、') || t('recall.rest')})`,
          }))}
        />
      </Form.Item>
    </FormDialog>
  );
}
