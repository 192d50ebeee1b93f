import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, Modal, Radio, Space } from 'antd';
import { useRef, useState } from 'react';
import { Difference, differenceKinds, sign, type Waybill } from '../../../../contract/physical/waybill.ts';
import type { ActRefusal } from '../../../../contract/trace/refusal.ts';
import { call } from '../../../core/api/call.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { notify } from '../../../core/notices/notices.ts';
import { RefusalList } from '../../../ui/acts/RefusalList.tsx';
import { codesIn } from '../../../ui/code/codesIn.ts';
import type { RowDialogProps } from '../../../ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '../../../ui/dialogs/FormDialog.tsx';
import { lengthOf } from '../../../ui/limits.ts';
import { Choice } from '../../../ui/pickers/Choice.tsx';

interface SignForm extends FormValues {
  readonly how: 'all' | 'codes';
  readonly codes?: string;
  readonly differences?: readonly { code: string; kind: (typeof differenceKinds)[number]; note?: string }[];
}

/** 签收: confirms the arrival of a whole waybill or of some codes, with the differences found. */
export default function SignWaybill({ row: waybill, onClose, onDone }: RowDialogProps<Waybill>) {
  const { t } = useTranslation();
  const [refusals, setRefusals] = useState<readonly ActRefusal[]>([]);
  const refused = useRef<readonly ActRefusal[]>([]);
  const run = async (values: FormValues) => {
    const { how, codes = '', differences = [] } = values as SignForm;
    const received = how === 'all' ? ('all' as const) : codesIn(codes);
    const signed = await call(sign, { id: waybill.id, received, differences: [...differences] }, { fieldErrors: true });
    notify.success(t('freight.signedUnits', { waybill: waybill.waybill_no, count: signed.units }));
    onDone();
    refused.current = signed.refusals;
  };
  if (refusals.length > 0) {
    return (
      <Modal
        open
        title={t('freight.notReceived')}
        footer={<Button onClick={onClose}>{t('layout.close')}</Button>}
        onCancel={onClose}
      >
        <RefusalList refusals={refusals} />
      </Modal>
    );
  }
  return (
    <FormDialog
      title={t('freight.signTitle', { waybill: waybill.waybill_no })}
      okText={t('button.sign')}
      width={680}
      initialValues={{ how: 'all', differences: [] }}
      run={run}
      onSaved={() => (refused.current.length > 0 ? setRefusals(refused.current) : onClose())}
      onClose={onClose}
    >
      <Form.Item name="how" label={t('field.received')}>
        <Radio.Group
          options={[
            { value: 'all', label: t('freight.receivedAll') },
            { value: 'codes', label: t('freight.receivedCodes') },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle shouldUpdate={(before, after) => before.how !== after.how}>
        {({ getFieldValue }) =>
          getFieldValue('how') === 'codes' && (
            <Form.Item
              name="codes"
              label={t('scan.codes')}
              extra={t('freight.receivedHint')}
              rules={[
                { required: true, whitespace: true, message: t('datapage.required', { title: t('scan.codes') }) },
              ]}
            >
              <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} spellCheck={false} />
            </Form.Item>
          )
        }
      </Form.Item>
      <Differences />
    </FormDialog>
  );
}

/** Inputs for codes that are missing, too many or damaged. */
function Differences() {
  const { t } = useTranslation();
  return (
    <Form.List name="differences">
      {(fields, { add, remove }) => (
        <Form.Item label={t('freight.differences')}>
          {fields.map(({ key, name }) => (
            <Space.Compact key={key} block>
              <Form.Item name={[name, 'kind']} noStyle initialValue="damaged">
                <Choice
                  aria-label={t('freight.differenceKind')}
                  style={{ width: 130 }}
                  options={differenceKinds.map((kind) => ({ value: kind, label: t(`freight.difference.${kind}`) }))}
                />
              </Form.Item>
              <Form.Item
                name={[name, 'code']}
                noStyle
                rules={[{ required: true, whitespace: true, message: t('field.code') }]}
              >
                <Input
                  aria-label={t('field.code')}
                  placeholder={t('field.code')}
                  {...lengthOf(Difference().properties.code)}
                />
              </Form.Item>
              <Form.Item name={[name, 'note']} noStyle>
                <Input
                  aria-label={t('freight.note')}
                  placeholder={t('freight.note')}
                  {...lengthOf(Difference().properties.note)}
                />
              </Form.Item>
              <Button
                danger
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('lines.remove', { n: name + 1 })}
                onClick={() => remove(name)}
              />
            </Space.Compact>
          ))}
          <Button type="dashed" block icon={<PlusOutlined aria-hidden />} onClick={() => add({ kind: 'damaged' })}>
            {t('freight.differenceAdd')}
          </Button>
        </Form.Item>
      )}
    </Form.List>
  );
}
