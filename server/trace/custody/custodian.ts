import type { Account } from '#platform/caller.ts';
import type { Party } from '#platform/party.ts';

/**
 * On whose behalf an event is done. The enterprise may act on goods wherever they are; a factory, a dealer, or a device of a
 * production line only on goods in its custody.
 */
export type Custodian = 'enterprise' | Party | { readonly kind: 'line'; readonly id: number };

/** The custodian that a person, or the system of a party's warehouse, acts for. */
export const custodianOf = ({ party }: Pick<Account, 'party'>): Custodian => party ?? 'enterprise';
