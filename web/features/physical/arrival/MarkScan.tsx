import {
  type ArrivedScan,
  type Condition,
  conditions,
  maxArrivalPhotos,
} from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import { arrivalMark } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import { Form, Input, Radio } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';
import { PictureUpload } from '#ui/pictures/PictureUpload.tsx';

interface MarkScanProps {
  readonly id: number;
  readonly scan: ArrivedScan;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface Marked {
  readonly condition?: Condition;
  readonly note?: string | null;
  readonly photos?: readonly string[];
}

/** Says in which condition a code arrived, with a note and photos. */
export function MarkScan({ id, scan, onClose, onDone }: MarkScanProps) {
  const { t } = useTranslation();
  const save = async ({ condition = 'good', note, photos = [] }: Marked) => {
    await call(
      arrivalMark,
      { id, counted: scan.code, condition, note: note ?? null, photos: [...photos] },
      { fieldErrors: true },
    );
    onDone();
  };
  const { condition, note, photos } = scan;
  return (
    <FormDialog
      title={`${t('arrival.mark')} · ${scan.code}`}
      okText={t('datapage.save')}
      initialValues={{ condition: condition === 'good' ? 'damaged' : condition, note, photos }}
      run={save}
      onClose={onClose}
    >
      <Form.Item name="condition" label={t('arrival.conditionTitle')}>
        <Radio.Group
          optionType="button"
          options={conditions.map((one) => ({ value: one, label: t(`arrival.condition.${one}`) }))}
        />
      </Form.Item>
      <Form.Item name="note" label={t('freight.note')}>
        <Input.TextArea rows={2} {...textLimit(arrivalMark, 'note')} />
      </Form.Item>
      <Form.Item name="photos" label={t('field.photos')}>
        <PictureUpload most={maxArrivalPhotos} />
      </Form.Item>
    </FormDialog>
  );
}
