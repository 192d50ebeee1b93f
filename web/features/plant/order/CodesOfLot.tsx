import { Link } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { useAddresses } from '#core/session/useAddresses.ts';

/** A link to the code orders of a lot, because a lot need not have a work order: codes can be bound to it directly. */
export function CodesOfLot({ filters: { lot } }: { readonly filters: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation();
  const address = useAddresses()('records', `${new URLSearchParams({ keyword: `${lot}` })}`);
  if (!useCan()('records') || typeof lot !== 'string' || !address) return null;
  return (
    <p>
      {t('orderlist.noneOfLot')} <Link to={address}>{t('orderlist.codesOfLot', { lot })}</Link>
    </p>
  );
}
