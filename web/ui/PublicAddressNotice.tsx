import { publicAddress } from '@suyuan/contract/base/public-address.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { mayCall, useCan } from '#core/session/allowed.tsx';

/** Warns, wherever codes are printed, that the symbols would carry an address that phones cannot open. */
export function PublicAddressNotice() {
  const { t } = useTranslation();
  const can = useCan();
  const { data } = useQuery({
    queryKey: [publicAddress.path],
    queryFn: ({ signal }) => call(publicAddress, {}, { signal, silent: true }),
    enabled: mayCall(can, publicAddress),
    staleTime: 30_000,
  });
  if (!data?.problem) return null;
  const maySet = can('enterprise') && can('enterprise:update') && data.from !== 'environment';
  return (
    <Alert
      type="warning"
      showIcon
      className="public-address"
      title={t(`publicaddress.${data.problem}`, { address: data.public_url })}
      description={
        maySet ? (
          <Link to="/enterprise">{t('publicaddress.set')}</Link>
        ) : (
          t(data.from === 'environment' ? 'publicaddress.environment' : 'publicaddress.ask')
        )
      }
    />
  );
}
