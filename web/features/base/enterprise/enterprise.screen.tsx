import { enterpriseDetail } from '@suyuan/contract/base/enterprise.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { PageFailure } from '#ui/failure/PageFailure.tsx';
import { EnterpriseForm } from './EnterpriseForm.tsx';
import { IcpForm } from './IcpForm.tsx';
import './enterprise.css';

/** The enterprise: data for consumers and partners, and settings of the whole system. */
export default function Enterprise() {
  const { t } = useTranslation();
  const detail = useQuery({
    queryKey: [enterpriseDetail.path],
    queryFn: ({ signal }) => call(enterpriseDetail, {}, { signal }),
    // Kept in the cache while the screen is hidden behind another tab, because its form depends on it.
    gcTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <section className="enterprise" aria-labelledby="enterprise-title" aria-busy={detail.isFetching}>
        <h1 id="enterprise-title">{t('menu.enterprise')}</h1>
        {detail.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
        {!detail.data && <PageFailure of={detail} />}
        {detail.data && <EnterpriseForm enterprise={detail.data} />}
      </section>
      <IcpForm />
    </>
  );
}
