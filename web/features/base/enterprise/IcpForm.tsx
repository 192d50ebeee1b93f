import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { icpDetail, icpUpdate } from '../../../../contract/base/enterprise.ts';
import type { InputOf, OutputOf } from '../../../../contract/call/call.ts';
import { call } from '../../../core/api/call.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import { EditForm } from '../../../ui/edit/EditForm.tsx';
import { FormFooter } from '../../../ui/edit/FormFooter.tsx';
import { emptied } from '../product/emptied.ts';
import { EnterprisePart } from './EnterprisePart.tsx';
import { most } from './longest.ts';
import { useEnterpriseSave } from './useEnterpriseSave.ts';

type Icp = InputOf<typeof icpUpdate>;

/** The ICP number at the foot of the sign-in page, and what it links to; kept apart from the rest of the enterprise. */
export function IcpForm() {
  const { data } = useQuery({
    queryKey: [icpDetail.path],
    queryFn: ({ signal }) => call(icpDetail, {}, { signal }),
    gcTime: Number.POSITIVE_INFINITY,
  });
  // Made anew with every state that is kept.
  return data && <Kept key={JSON.stringify(data)} icp={data} />;
}

function Kept({ icp }: { readonly icp: OutputOf<typeof icpDetail> }) {
  const { t } = useTranslation();
  const mayChange = useCan()('enterprise:update');
  const [form] = Form.useForm<Icp>();
  const { busy, save } = useEnterpriseSave(form, (entered) => call(icpUpdate, emptied(entered), { fieldErrors: true }));
  const isDescribed = icp.enterprise_name !== null;
  return (
    <EditForm
      form={form}
      layout="vertical"
      className="enterprise enterprise-icp"
      initialValues={icp}
      disabled={!mayChange || !isDescribed || busy}
      onFinish={(values) => void save(values)}
    >
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
