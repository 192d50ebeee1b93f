import { alarmKinds, mostOfLimit } from '@suyuan/contract/base/alarm-limits.ts';
import { currencies, type Enterprise } from '@suyuan/contract/base/enterprise.ts';
import { AutoComplete, Checkbox, Form, Input, InputNumber } from 'antd';
import { choiceText, listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Choice } from '#ui/pickers/Choice.tsx';
import { EnterpriseItem, type EnterpriseValues, most } from './EnterpriseItem.tsx';
import { EnterprisePart } from './EnterprisePart.tsx';

const timeZones = Intl.supportedValuesOf('timeZone').map((value) => ({ value }));

/** Settings of the enterprise for the whole server, each with the value in effect and its source. */
export function EnterpriseSettings({ enterprise }: { readonly enterprise: Enterprise }) {
  const { t } = useTranslation();
  const address = Form.useWatch('public_url', Form.useFormInstance<EnterpriseValues>());
  const { in_force } = enterprise;
  const settled = (setting: 'time_zone' | 'public_url') =>
    t(`enterprise.from.${in_force[`${setting}_from`]}`, { value: in_force[setting] });
  return (
    <EnterprisePart title={t('enterprise.settings')}>
      <EnterpriseItem name="time_zone" extra={settled('time_zone')}>
        <AutoComplete
          allowClear
          options={timeZones}
          placeholder={in_force.time_zone}
          showSearch={{
            filterOption: (text, zone) => zone?.value.toLowerCase().includes(text.toLowerCase()) ?? false,
          }}
        />
      </EnterpriseItem>
      <EnterpriseItem
        name="public_url"
        extra={
          <>
            {settled('public_url')}
            {(address || null) !== enterprise.public_url && (
              <strong className="enterprise-warning" role="status">
                {t('enterprise.publicUrlWarning')}
              </strong>
            )}
          </>
        }
      >
        <Input maxLength={most('public_url')} placeholder={in_force.public_url} />
      </EnterpriseItem>
      <EnterpriseItem name="currency">
        <Choice options={currencies.map((value) => ({ value, label: value }))} />
      </EnterpriseItem>
      <EnterpriseItem name="settlement_limit" extra={t('enterprise.settlementLimitHint')}>
        <InputNumber<string> stringMode min="0" max="999999999999.99" precision={2} style={{ width: '100%' }} />
      </EnterpriseItem>
      <EnterpriseItem name="ended_certificates">
        <Choice
          options={(['warn', 'refuse'] as const).map((value) => ({
            value,
            label: choiceText(t, 'enterprise.ended_certificates', value),
          }))}
        />
      </EnterpriseItem>
      <EnterpriseItem name="order_tolerance" extra={t('enterprise.orderToleranceHint')}>
        <InputNumber min={0} max={100} precision={0} suffix="%" style={{ width: 160 }} />
      </EnterpriseItem>
      {alarmKinds.map((kind) => (
        <EnterpriseItem key={kind} name={`${kind}_limit`} extra={t('enterprise.alarmsHint')}>
          <InputNumber min={0} max={mostOfLimit[kind]} precision={0} style={{ width: 160 }} />
        </EnterpriseItem>
      ))}
      <Form.Item name="stock_by_handover" valuePropName="checked" extra={t('enterprise.stockByHandoverHint')}>
        <Checkbox>{listText(t, 'enterprise', 'stock_by_handover')}</Checkbox>
      </Form.Item>
    </EnterprisePart>
  );
}
