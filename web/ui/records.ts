import type { CertificateHolder } from '@suyuan/contract/base/certificate.ts';
import type { Call } from '@suyuan/contract/call/call.ts';

/** A row of a list, as its page call answers it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number | string };

/** A party that has licences, permits and contracts. */
export interface PartyWithCertificates {
  readonly holder: CertificateHolder;
  readonly id: unknown;
  readonly name: unknown;
}

/** A list whose rows a field refers to: by a call that answers pages, or one that answers choices. */
export type Reference = ({ readonly page: Call } | { readonly list: Call }) & {
  readonly label: (row: Row) => string;
  /** Fixed filters, e.g. for enabled rows only. */
  readonly filters?: Readonly<Record<string, unknown>>;
  /** The party that a row is, or comes from: forms in which it is chosen warn of its certificates that have ended or end soon. */
  readonly partyOf?: (row: Row) => PartyWithCertificates;
};
