import { type CertificateHolder, certificatesOf } from '@suyuan/contract/base/certificate.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { mayCall, useCan } from '#core/session/allowed.tsx';

/** The certificates in use of a dealer, supplier or factory; none without one, or for people who may not know of them. */
export function useCertificates(holder: CertificateHolder, id: number | null | undefined) {
  const can = useCan();
  return useQuery({
    queryKey: [certificatesOf.path, holder, id],
    queryFn: ({ signal }) => call(certificatesOf, { holder, holder_id: id as number }, { signal, silent: true }),
    // Forms of all branches ask for them, also of people who may not know.
    enabled: typeof id === 'number' && mayCall(can, certificatesOf),
  });
}
