import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Difference, differenceKinds } from '@suyuan/contract/physical/waybill.ts';
import { Button, Form, Input } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeEntry } from '#ui/code/CodeEntry.tsx';
import { lengthOf } from '#ui/limits.ts';
import { Choice } from '#ui/pickers/Choice.tsx';
import '../../parts/lines.css';

/** A difference as entered; without a code it is incomplete. */
export interface EnteredDifference {
  readonly code?: string;
  readonly kind: (typeof differenceKinds)[number];
  readonly note?: string;
}

/** Items for codes that are missing, too many or damaged. Each scan begins the next one of its kind. */
export function DifferenceItems() {
  const { t } = useTranslation();
  return (
    <Form.List name="differences">
      {(fields, { add, remove }) => (
        <Form.Item label={t('freight.differences')} extra={fields.length > 0 && t('freight.differencesHint')}>
          {fields.map(({ key, name }) => (
            <div key={key} className="difference-row">
              <Form.Item name={[name, 'kind']} noStyle>
                <Choice
                  aria-label={t('freight.differenceKind')}
                  options={differenceKinds.map((kind) => ({ value: kind, label: t(`freight.difference.${kind}`) }))}
                />
              </Form.Item>
              <Form.Item noStyle shouldUpdate>
                {({ getFieldValue }) => (
                  <Form.Item name={[name, 'code']} noStyle>
                    <CodeEntry
                      autoFocus
                      aria-label={t('field.code')}
                      placeholder={t('field.code')}
                      onEnter={() => {
                        const { code, kind } = getFieldValue(['differences', name]) as EnteredDifference;
                        if (code?.trim() && name === fields.length - 1) add({ kind });
                      }}
                      {...lengthOf(Difference().properties.code)}
                    />
                  </Form.Item>
                )}
              </Form.Item>
              <Form.Item name={[name, 'note']} noStyle>
                <Input
                  className="difference-note"
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
            </div>
          ))}
          <Button type="dashed" block icon={<PlusOutlined aria-hidden />} onClick={() => add({ kind: 'damaged' })}>
            {t('freight.differenceAdd')}
          </Button>
        </Form.Item>
      )}
    </Form.List>
  );
}
