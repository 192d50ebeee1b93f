import type { CertificateHolder } from '@suyuan/contract/base/certificate.ts';
import { Alert } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { RecordLink } from '../facts/RecordLink.tsx';
import { useCertificates } from './useCertificates.ts';
import './certificates.css';

interface EndedCertificatesProps {
  readonly holder: CertificateHolder;
  readonly id: number | null | undefined;
  readonly name: string | null;
}

/** Says that certificates of the party that a document is about have ended, or end soon; nothing if all hold. */
export default function EndedCertificates({ holder, id, name }: EndedCertificatesProps) {
  const { t } = useTranslation();
  const { data = [] } = useCertificates(holder, id);
  const [ended, ending] = (['ended', 'ending'] as const).map((validity) =>
    data.filter((one) => one.validity === validity),
  ) as [typeof data, typeof data];
  const shown = [...ended, ...ending];
  if (shown.length === 0) return null;
  return (
    <Alert
      type={ended.length > 0 ? 'warning' : 'info'}
      showIcon
      title={t(ended.length > 0 ? 'certificate.endedOf' : 'certificate.endingOf', { name: name ?? '' })}
      description={
        <ul className="ended-certificates">
          {shown.map((one) => (
            <li key={one.id}>
              {t(`certificate.kind.${one.kind}`)}{' '}
              <RecordLink to="certificate" id={one.id}>
                {one.certificate_no}
              </RecordLink>{' '}
              {t('certificate.until', { day: one.valid_until ?? '' })}
            </li>
          ))}
        </ul>
      }
    />
  );
}
