import { type CertificateHolder, certificatesOf } from '@suyuan/contract/base/certificate.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';

/** The certificates in use of a dealer, supplier or factory; none without one. */
export const useCertificates = (holder: CertificateHolder, id: number | null | undefined) =>
  useQuery({
    queryKey: [certificatesOf.path, holder, id],
    queryFn: ({ signal }) => call(certificatesOf, { holder, holder_id: id as number }, { signal, silent: true }),
    enabled: typeof id === 'number',
  });
