import type { Permission } from '@suyuan/contract/menu.ts';
import type { Party } from '../party.ts';

/**
 * Who is notified: accounts by id, or all accounts with a permission, of the enterprise or of a party, except for one; or those of
 * several parties.
 */
export type Told =
  | readonly number[]
  | { readonly holding: Permission; readonly of?: Party | undefined; readonly except?: number }
  | { readonly holding: Permission; readonly among: readonly (Party | undefined)[] };
