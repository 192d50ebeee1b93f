import { type AccountType, kindOfAccount } from '../../contract/access/account-type.ts';

/** A factory or a dealer, whose people see its own rows only. */
export interface Party {
  readonly kind: 'factory' | 'dealer';
  readonly id: number;
}

/** Whose person an account is; undefined for the enterprise's own. */
export function partyOf(account: {
  readonly account_type: AccountType;
  readonly factory_id: number | null;
  readonly dealer_id: number | null;
}): Party | undefined {
  const kind = kindOfAccount(account.account_type);
  // No row has the id 0: an account without its party sees nothing.
  return kind === 'enterprise' ? undefined : { kind, id: account[`${kind}_id`] ?? 0 };
}
