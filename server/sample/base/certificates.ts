import { certificate } from '@suyuan/contract/base/certificate.ts';
import type { CallServer } from '../filling/sample-account.ts';

/** Days until the licences of dealers end, in turn: most hold, one is to be renewed, one has ended. */
const daysLeft = [410, 260, 12, 730, 190, 540, -6, 330] as const;

/** Adds the trade permit of a dealer, the business licence of a supplier, or the production licence of a factory. */
export async function addCertificate(
  call: CallServer,
  holder: { readonly dealer_id: number } | { readonly supplier_id: number } | { readonly factory_id: number },
  number: number,
): Promise<void> {
  const kinds = {
    dealer: ['trade', 'JY', '市场监督管理局'],
    supplier: ['business', 'YZ', '市场监督管理局'],
    factory: ['production', 'SC', '省市场监督管理局'],
  } as const;
  const of = 'dealer_id' in holder ? 'dealer' : 'supplier_id' in holder ? 'supplier' : 'factory';
  const [kind, prefix, issuer] = kinds[of];
  const left = daysLeft[number % daysLeft.length] as number;
  await call(certificate.add, {
    certificate_no: `${prefix}1520000${String(1000 + number)}`,
    kind,
    holder: of,
    ...holder,
    issuer,
    valid_from: dayIn(left - 5 * 365),
    valid_until: dayIn(left),
  });
}

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
