import { type Dealer, dealerInfo } from '@suyuan/contract/base/dealer.ts';
import type { ShipTo } from '@suyuan/contract/base/ship-to.ts';
import { useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import { Link } from 'react-router';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import HeldCertificates from '#ui/certificates/HeldCertificates.tsx';
import '../partners.css';
import DealerAccount from './DealerAccount.tsx';
import SalesMap from './SalesMap.tsx';

/** The part of a dealer's detail below its fields: sales territory and ship-to addresses. */
export default function DealerDetail({ dealer: { id, areas } }: { readonly dealer: Dealer }) {
  const { t } = useTranslation();
  const can = useCan();
  const info = useQuery({
    queryKey: [dealerInfo.path, id],
    queryFn: ({ signal }) => call(dealerInfo, { id }, { signal }),
  });
  const places = info.data?.ship_to ?? [];
  return (
    <>
      <section className="partner-part" aria-label={t('field.area_of_sale')}>
        <h2>{t('field.area_of_sale')}</h2>
        {areas.length > 0 ? <SalesMap areas={areas} /> : <p className="partner-none">{t('dealer.noAreas')}</p>}
      </section>
      {can('case') && <DealerAccount dealer={id} />}
      <HeldCertificates holder="dealer" id={id} />
      <section className="partner-part" aria-label={t('menu.shipto')} aria-busy={info.isFetching}>
        <h2>
          {t('menu.shipto')}
          <Link to={`/dealer?tab=shipto&dealer_id=${id}`}>{t('dealer.keepShipTo')}</Link>
        </h2>
        {info.isSuccess && places.length === 0 && <p className="partner-none">{t('dealer.noShipTo')}</p>}
        <ul className="ship-to-list">
          {places.map((place) => (
            <Place key={place.id} place={place} />
          ))}
        </ul>
      </section>
    </>
  );
}

function Place({ place }: { readonly place: ShipTo }) {
  const { t } = useTranslation();
  return (
    <li className={place.status === 'disabled' ? 'ship-to-off' : undefined}>
      <strong>{place.ship_to_name}</strong>
      {place.preferred && <Tag color="blue">{t('shipto.preferred')}</Tag>}
      {place.status === 'disabled' && <Tag>{t('field.status.disabled')}</Tag>}
      <span>{[place.area_name, place.address].filter(Boolean).join(' ')}</span>
      <span>{[place.contact, place.phone].filter(Boolean).join(' ')}</span>
    </li>
  );
}
