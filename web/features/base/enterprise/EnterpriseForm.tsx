import { AutoComplete, Button, Checkbox, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Enterprise, enterpriseFields, enterpriseUpdate } from '../../../../contract/base/enterprise.ts';
import type { InputOf } from '../../../../contract/call/call.ts';
import { keysIn } from '../../../../contract/thing/in-languages.ts';
import { isTextFormat } from '../../../../contract/thing/text-formats.ts';
import { call } from '../../../core/api/call.ts';
import { listText } from '../../../core/i18n/listText.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import { AreaPicker } from '../../../ui/area/AreaPicker.tsx';
import { formatRule } from '../../../ui/DataPage/form/recordInput.ts';
import { StaleNotice } from '../../../ui/DataPage/form/StaleNotice.tsx';
import { EditForm } from '../../../ui/edit/EditForm.tsx';
import { FormFooter } from '../../../ui/edit/FormFooter.tsx';
import { useFirstField } from '../../../ui/edit/firstField.ts';
import { PictureInput } from '../../../ui/pictures/PictureUpload.tsx';
import { sayWarnings } from '../../../ui/sayWarnings.ts';
import { EnterprisePart } from './EnterprisePart.tsx';
import { emptied } from './emptied.ts';
import { most } from './longest.ts';
import { useBegun } from './useBegun.ts';
import { useEnterpriseSave } from './useEnterpriseSave.ts';

/** The ICP number has a form of its own. */
type Values = Omit<InputOf<typeof enterpriseUpdate>, 'updated_at' | 'icp_number' | 'icp_url'>;

const hidden = ['icp_number', 'icp_url', 'updated_at'] as const;

const timeZones = Intl.supportedValuesOf('timeZone').map((value) => ({ value }));

interface ItemProps {
  readonly name: keyof Values;
  readonly required?: true;
  /** What is said below the input. */
  readonly extra?: ReactNode;
}

function Item({ name, required, extra, children }: ItemProps & { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const title = listText(t, 'enterprise', name);
  const { format } = enterpriseFields[name].schema as { format?: string };
  const rules = [
    ...(required ? [{ required, whitespace: true, message: t('datapage.required', { title }) }] : []),
    ...(isTextFormat(format) ? [formatRule(format, t)] : []),
  ];
  return (
    <Form.Item name={name} label={title} extra={extra} rules={rules}>
      {children}
    </Form.Item>
  );
}

/** The enterprise, as it was when somebody began to change it. */
export function EnterpriseForm({ enterprise }: { readonly enterprise: Enterprise }) {
  const { t } = useTranslation();
  const mayChange = useCan()('enterprise:update');
  const [form] = Form.useForm<Values>();
  const address = Form.useWatch('public_url', form);
  const first = useFirstField<HTMLDivElement>();

  const { in_force } = enterprise;
  const { begun, isStale, begin, saved } = useBegun(enterprise, form, hidden);
  const { busy, save, saveAnyway } = useEnterpriseSave(
    form,
    (entered, anyway) => {
      // What the form does not show may have been saved meanwhile, and what stands against it was said.
      const { updated_at } = isStale && !anyway ? begun : enterprise;
      return call(enterpriseUpdate, { ...emptied(entered), updated_at }, { fieldErrors: true });
    },
    (answer) => {
      saved();
      sayWarnings(answer);
    },
  );
  const item = (name: keyof Values, input: ReactNode, more: Partial<ItemProps> = {}) => (
    <Item name={name} {...more}>
      {input}
    </Item>
  );
  const settled = (setting: 'time_zone' | 'public_url') =>
    t(`enterprise.from.${in_force[`${setting}_from`]}`, { value: in_force[setting] });
  return (
    <EditForm
      form={form}
      layout="vertical"
      initialValues={begun}
      disabled={!mayChange || busy}
      onFinish={(values) => void save(values)}
    >
      {isStale && <StaleNotice text={t('enterprise.stale')} onLeave={begin} onAnyway={() => void saveAnyway()} />}
      <EnterprisePart title={t('enterprise.facts')} fields={first}>
        {item('enterprise_name', <Input maxLength={most('enterprise_name')} />, { required: true })}
        {item('enterprise_code', <Input maxLength={most('enterprise_code')} />, { required: true })}
        {item('licence_no', <Input maxLength={most('licence_no')} />)}
        {item('logo', <PictureInput />)}
      </EnterprisePart>
      <EnterprisePart title={t('field.reach')}>
        {item('contact', <Input maxLength={most('contact')} />)}
        {item('phone', <Input maxLength={most('phone')} type="tel" />)}
        {item('email', <Input maxLength={most('email')} type="email" />)}
        {item('area_code', <AreaPicker />)}
        {item('address', <Input maxLength={most('address')} />)}
      </EnterprisePart>
      <EnterprisePart title={t('field.otherLanguages')} note={t('enterprise.otherLanguagesHint')}>
        {[...keysIn('enterprise_name'), ...keysIn('address')].map((name) => (
          <Item key={name} name={name}>
            <Input maxLength={most(name)} />
          </Item>
        ))}
      </EnterprisePart>
      <EnterprisePart title={t('enterprise.settings')}>
        {item(
          'time_zone',
          <AutoComplete
            allowClear
            options={timeZones}
            placeholder={in_force.time_zone}
            showSearch={{
              filterOption: (typed, zone) => zone?.value.toLowerCase().includes(typed.toLowerCase()) ?? false,
            }}
          />,
          { extra: settled('time_zone') },
        )}
        {item('public_url', <Input maxLength={most('public_url')} placeholder={in_force.public_url} />, {
          extra: (
            <>
              {settled('public_url')}
              {(address || null) !== enterprise.public_url && (
                <strong className="enterprise-warning" role="status">
                  {t('enterprise.publicUrlWarning')}
                </strong>
              )}
            </>
          ),
        })}
        <Form.Item name="stock_by_handover" valuePropName="checked" extra={t('enterprise.stockByHandoverHint')}>
          <Checkbox>{listText(t, 'enterprise', 'stock_by_handover')}</Checkbox>
        </Form.Item>
      </EnterprisePart>
      {mayChange && (
        <FormFooter>
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('datapage.save')}
          </Button>
        </FormFooter>
      )}
    </EditForm>
  );
}
