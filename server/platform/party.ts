import { type AccountType, kindOfAccount } from '@suyuan/contract/access/account-type.ts';

/** A factory or a dealer, whose people see its own rows only. */
export interface Party {
  readonly kind: 'factory' | 'dealer';
  readonly id: number;
}

/** The owner columns of a row: a factory, a dealer, or neither for the enterprise. */
export interface OwnedRow {
  readonly factory_id: number | null;
  readonly dealer_id: number | null;
}

/** The owner of a row; undefined for the enterprise. */
export function partyOfOwner({ factory_id, dealer_id }: OwnedRow): Party | undefined {
  if (factory_id !== null) return { kind: 'factory', id: factory_id };
  return dealer_id === null ? undefined : { kind: 'dealer', id: dealer_id };
}

/** The party of an account; undefined for the enterprise's own. */
export function partyOf(account: {
  readonly account_type: AccountType;
  readonly factory_id: number | null;
  readonly dealer_id: number | null;
}): Party | undefined {
  const kind = kindOfAccount(account.account_type);
  // No row has the id 0: an account without its party sees nothing.
  return kind === 'enterprise' ? undefined : { kind, id: account[`${kind}_id`] ?? 0 };
}
