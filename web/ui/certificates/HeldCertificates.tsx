import type { CertificateHolder } from '@suyuan/contract/base/certificate.ts';
import { Link } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { RecordLink } from '../facts/RecordLink.tsx';
import { PartFailure } from '../failure/PartFailure.tsx';
import { useCertificates } from './useCertificates.ts';
import { ValidityTag } from './ValidityTag.tsx';
import './certificates.css';

interface HeldCertificatesProps {
  readonly holder: CertificateHolder;
  readonly id: number;
}

/** The licences, permits and contracts of a dealer, supplier or factory, in its details. */
export default function HeldCertificates({ holder, id }: HeldCertificatesProps) {
  const { t } = useTranslation();
  const can = useCan();
  const held = useCertificates(holder, id);
  return (
    <section className="held-certificates" aria-label={t('certificate.held')} aria-busy={held.isFetching}>
      <h2>
        {t('certificate.held')}
        {can('certificate') && (
          <Link to={`/certificate?holder=${holder}&${holder}_id=${id}`}>{t('certificate.keep')}</Link>
        )}
      </h2>
      <PartFailure of={held} />
      {held.data?.length === 0 && <p className="held-certificates-none">{t('certificate.none')}</p>}
      <ul>
        {held.data?.map((one) => (
          <li key={one.id}>
            <RecordLink to="certificate" id={one.id}>
              {one.certificate_no}
            </RecordLink>
            <span>{t(`certificate.kind.${one.kind}`)}</span>
            <span>{one.valid_until ?? '—'}</span>
            <ValidityTag validity={one.validity} />
          </li>
        ))}
      </ul>
    </section>
  );
}
