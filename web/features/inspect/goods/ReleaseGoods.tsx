import { holdRelease } from '@suyuan/contract/inspect/hold.ts';
import { recallRelease } from '@suyuan/contract/inspect/recall/recall.ts';
import { Alert, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { takesScans } from '#ui/code/CodeEntry.tsx';
import { codesIn } from '#ui/code/codesIn.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';

interface ReleaseGoodsProps extends DialogProps {
  readonly of: 'recall' | 'hold';
  readonly id: number;
  readonly no: string;
}

const extents = ['all', 'codes'] as const;

/** Releases what a recall or a hold keeps back, wholly or some codes with what lies in them. */
export default function ReleaseGoods({ of, id, no, onClose, onDone }: ReleaseGoodsProps) {
  const { t } = useTranslation();
  const [extent, setExtent] = useState<(typeof extents)[number]>('all');
  const run = async ({ reason, codes }: FormValues) => {
    const input = {
      ...{ id, reason: reason as string },
      ...(extent === 'codes' ? { codes: codesIn(codes as string) } : {}),
    };
    await call(of === 'recall' ? recallRelease : holdRelease, input, { fieldErrors: true });
    notify.success(t('hold.released', { no }));
    onDone();
  };
  return (
    <FormDialog title={t('hold.releaseTitle', { no })} okText={t('hold.release')} run={run} onClose={onClose}>
      <Alert
        type="info"
        showIcon
        title={t(of === 'recall' ? 'recall.releaseNote' : 'hold.releaseNote')}
        style={{ marginBottom: 16 }}
      />
      <Form.Item label={t('hold.extent')}>
        <Radio.Group
          aria-label={t('hold.extent')}
          value={extent}
          onChange={(event) => setExtent(event.target.value as (typeof extents)[number])}
          options={extents.map((value) => ({ value, label: t(`hold.extent.${value}`) }))}
        />
      </Form.Item>
      {extent === 'codes' && (
        <Form.Item name="codes" label={t('recall.codes')} rules={[{ required: true }]}>
          <Input.TextArea rows={4} spellCheck={false} {...takesScans} />
        </Form.Item>
      )}
      <ReasonItem of={holdRelease} />
    </FormDialog>
  );
}
