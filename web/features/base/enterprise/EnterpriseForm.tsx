import { type Enterprise, enterpriseUpdate } from '@suyuan/contract/base/enterprise.ts';
import { keysIn } from '@suyuan/contract/thing/in-languages.ts';
import { Button, Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { AreaPicker } from '#ui/area/AreaPicker.tsx';
import { StaleNotice } from '#ui/DataPage/form/StaleNotice.tsx';
import { EditForm } from '#ui/edit/EditForm.tsx';
import { FormFooter } from '#ui/edit/FormFooter.tsx';
import { useFirstField } from '#ui/edit/firstField.ts';
import { PictureInput } from '#ui/pictures/PictureUpload.tsx';
import { showWarnings } from '#ui/showWarnings.ts';
import { EnterpriseItem, type EnterpriseValues, emptied, most } from './EnterpriseItem.tsx';
import { EnterprisePart } from './EnterprisePart.tsx';
import { EnterpriseSettings } from './EnterpriseSettings.tsx';
import { useBegun } from './useBegun.ts';
import { useEnterpriseSave } from './useEnterpriseSave.ts';

const hiddenFields = ['icp_number', 'icp_url', 'updated_at'] as const;

/** The form of the enterprise's data; it detects if somebody else saved them since it was opened. */
export function EnterpriseForm({ enterprise }: { readonly enterprise: Enterprise }) {
  const { t } = useTranslation();
  const mayChange = useCan()('enterprise:update');
  const [form] = Form.useForm<EnterpriseValues>();
  const first = useFirstField<HTMLDivElement>();
  const { begun, isStale, begin, saved } = useBegun(enterprise, form, hiddenFields);
  const { busy, save, saveAnyway } = useEnterpriseSave(
    form,
    (values, anyway) => {
      // Fields that the form does not show may have been saved meanwhile without making it stale, so then the newest
      // `updated_at` is sent.
      const { updated_at } = isStale && !anyway ? begun : enterprise;
      return call(enterpriseUpdate, { ...emptied(values), updated_at }, { fieldErrors: true });
    },
    (answer) => {
      saved();
      showWarnings(answer);
    },
  );
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
        <EnterpriseItem name="enterprise_name" required>
          <Input maxLength={most('enterprise_name')} />
        </EnterpriseItem>
        <EnterpriseItem name="enterprise_code" required>
          <Input maxLength={most('enterprise_code')} />
        </EnterpriseItem>
        <EnterpriseItem name="licence_no">
          <Input maxLength={most('licence_no')} />
        </EnterpriseItem>
        <EnterpriseItem name="gln" extra={t('gln.partyHint')}>
          <Input maxLength={most('gln')} inputMode="numeric" />
        </EnterpriseItem>
        <EnterpriseItem name="gs1_prefixes" extra={t('gln.prefixesHint')}>
          <Input maxLength={most('gs1_prefixes')} inputMode="numeric" />
        </EnterpriseItem>
        <EnterpriseItem name="logo">
          <PictureInput />
        </EnterpriseItem>
      </EnterprisePart>
      <EnterprisePart title={t('field.reach')}>
        <EnterpriseItem name="contact">
          <Input maxLength={most('contact')} />
        </EnterpriseItem>
        <EnterpriseItem name="phone">
          <Input maxLength={most('phone')} type="tel" />
        </EnterpriseItem>
        <EnterpriseItem name="email">
          <Input maxLength={most('email')} type="email" />
        </EnterpriseItem>
        <EnterpriseItem name="area_code">
          <AreaPicker />
        </EnterpriseItem>
        <EnterpriseItem name="address">
          <Input maxLength={most('address')} />
        </EnterpriseItem>
      </EnterprisePart>
      <EnterprisePart title={t('field.otherLanguages')} note={t('enterprise.otherLanguagesHint')}>
        {[...keysIn('enterprise_name'), ...keysIn('address')].map((name) => (
          <EnterpriseItem key={name} name={name}>
            <Input maxLength={most(name)} />
          </EnterpriseItem>
        ))}
      </EnterprisePart>
      <EnterpriseSettings enterprise={enterprise} />
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
