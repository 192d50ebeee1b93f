import { icpDetail, icpUpdate } from '@suyuan/contract/base/enterprise.ts';
import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { StaleNotice } from '#ui/DataPage/form/StaleNotice.tsx';
import { EditForm } from '#ui/edit/EditForm.tsx';
import { FormFooter } from '#ui/edit/FormFooter.tsx';
import { emptied, most } from './EnterpriseItem.tsx';
import { EnterprisePart } from './EnterprisePart.tsx';
import { useBegun } from './useBegun.ts';
import { useEnterpriseSave } from './useEnterpriseSave.ts';

type Values = Omit<InputOf<typeof icpUpdate>, 'updated_at'>;

const hiddenFields = ['enterprise_name', 'updated_at'] as const;

/** The form of the ICP number on the sign-in page and of its link; it is saved separately from the enterprise's other data. */
export function IcpForm() {
  const { data } = useQuery({
    queryKey: [icpDetail.path],
    queryFn: ({ signal }) => call(icpDetail, {}, { signal }),
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data && <Kept icp={data} />;
}

function Kept({ icp }: { readonly icp: OutputOf<typeof icpDetail> }) {
  const { t } = useTranslation();
  const mayChange = useCan()('enterprise:update');
  const [form] = Form.useForm<Values>();
  const { begun, isStale, begin, saved } = useBegun(icp, form, hiddenFields);
  const { busy, save, saveAnyway } = useEnterpriseSave(
    form,
    (values, anyway) => {
      const { updated_at } = isStale && !anyway ? begun : icp;
      return call(icpUpdate, { ...emptied(values), updated_at }, { fieldErrors: true });
    },
    saved,
  );
  const isDescribed = icp.enterprise_name !== null;
  return (
    <EditForm
      form={form}
      layout="vertical"
      className="enterprise enterprise-icp"
      initialValues={begun}
      disabled={!mayChange || !isDescribed || busy}
      onFinish={(values) => void save(values)}
    >
      {isStale && <StaleNotice text={t('enterprise.stale')} onLeave={begin} onAnyway={() => void saveAnyway()} />}
      <EnterprisePart title={t('enterprise.icp')} note={t('enterprise.icpNote')}>
        <Form.Item name="icp_number" label={t('enterprise.icp_number')}>
          <Input maxLength={most('icp_number')} placeholder="黔ICP备2026000001号" />
        </Form.Item>
        <Form.Item name="icp_url" label={t('enterprise.icp_url')}>
          <Input maxLength={most('icp_url')} placeholder="https://beian.miit.gov.cn" />
        </Form.Item>
      </EnterprisePart>
      {mayChange && !isDescribed && <Alert type="info" showIcon message={t('enterprise.icpFirst')} />}
      {mayChange && isDescribed && (
        <FormFooter>
          <Button htmlType="submit" loading={busy}>
            {t('enterprise.saveIcp')}
          </Button>
        </FormFooter>
      )}
    </EditForm>
  );
}
