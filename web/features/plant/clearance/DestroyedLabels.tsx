import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type clearanceAdd, maxDestroyed, type OpenLease } from '@suyuan/contract/plant/line/line-clearance.ts';
import { Button, Form, Radio } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeEntry } from '#ui/code/CodeEntry.tsx';
import type { FormValues } from '#ui/dialogs/FormDialog.tsx';
import { Choice } from '#ui/pickers/Choice.tsx';
import { CountInput } from '#ui/pickers/CountInput.tsx';
import './clearance.css';

/** Which labels were destroyed: all that are left, some by their codes, or none. */
const ways = ['rest', 'codes', 'none'] as const;
type Way = (typeof ways)[number];

export const firstWay: Way = 'rest';

type Labels = NonNullable<InputOf<typeof clearanceAdd>['destroyed']>[number];

/** What the form says of destroyed labels, as the call takes it. */
export function destroyedIn({ way, destroyed }: FormValues): Pick<InputOf<typeof clearanceAdd>, 'destroyed' | 'rest'> {
  if (way === 'rest') return { rest: true };
  return way === 'codes' ? { destroyed: (destroyed ?? []) as Labels[] } : {};
}

interface DestroyedLabelsProps {
  readonly leases: readonly OpenLease[];
}

/** The labels that were destroyed, by their codes: they are scrapped. */
export function DestroyedLabels({ leases }: DestroyedLabelsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="way" label={t('clearance.labels_destroyed')} initialValue={firstWay}>
        <Radio.Group options={ways.map((value) => ({ value, label: t(`clearance.way.${value}`) }))} />
      </Form.Item>
      <Form.Item noStyle dependencies={['way']}>
        {({ getFieldValue }) => getFieldValue('way') === 'codes' && <Ranges leases={leases} />}
      </Form.Item>
    </>
  );
}

function Ranges({ leases }: DestroyedLabelsProps) {
  const { t } = useTranslation();
  const ofUnits = leases.filter(({ level }) => level === 1);
  return (
    <Form.List name="destroyed" initialValue={[{}]}>
      {(fields, { add, remove }, { errors }) => (
        <Form.Item extra={t('clearance.destroyedHint')}>
          {fields.map(({ key, name }) => (
            <div key={key} className="clearance-range">
              <Form.Item noStyle shouldUpdate>
                {({ getFieldValue }) =>
                  (getFieldValue(['destroyed', name]) as Labels | undefined)?.lease === undefined ? (
                    <>
                      <Form.Item name={[name, 'first_code']} noStyle>
                        <CodeEntry aria-label={t('clearance.firstCode')} placeholder={t('clearance.firstCode')} />
                      </Form.Item>
                      <Form.Item name={[name, 'last_code']} noStyle>
                        <CodeEntry aria-label={t('clearance.lastCode')} placeholder={t('clearance.lastCode')} />
                      </Form.Item>
                    </>
                  ) : (
                    <>
                      <Form.Item name={[name, 'lease']} noStyle>
                        <Choice
                          aria-label={t('clearance.lease')}
                          options={ofUnits.map(({ lease, last }) => ({
                            value: lease,
                            label: t('clearance.endOfLease', { last }),
                          }))}
                        />
                      </Form.Item>
                      <Form.Item name={[name, 'count']} noStyle>
                        <CountInput
                          min={1}
                          max={maxDestroyed}
                          aria-label={t('clearance.labelCount')}
                          placeholder={t('clearance.labelCount')}
                        />
                      </Form.Item>
                    </>
                  )
                }
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('clearance.removeRange', { n: name + 1 })}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Form.ErrorList errors={errors} />
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({})}>
            {t('clearance.addRange')}
          </Button>{' '}
          {ofUnits.length > 0 && (
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({ lease: ofUnits[0]?.lease })}>
              {t('clearance.addEnd')}
            </Button>
          )}
        </Form.Item>
      )}
    </Form.List>
  );
}
