import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    sign_in_failure: SignInFailureTable;
    known_network: KnownNetworkTable;
    last_sign_in: LastSignInTable;
  }
}

interface SignInFailureTable {
  scope: 'account' | 'address' | 'pair';
  subject: string;
  failures: number;
  last_at: Date;
}

interface KnownNetworkTable {
  account_id: number;
  network: string;
  seen_at: Date;
}

/** Local, so that signing in does not need all nodes of a cluster. */
interface LastSignInTable {
  account_id: number;
  at: Date | null;
  ip: string | null;
  two_step_last: number | null;
}

export const lastSignInTable = defineTable('last_sign_in', {
  rows: {
    factory: { column: 'account_id', of: 'account' },
    dealer: { column: 'account_id', of: 'account' },
  },
  placement: 'local',
  auditedThrough: 'own-record',
});

export const signInFailureTable = defineTable('sign_in_failure', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
  leftOutOfBackups: true,
});

export const knownNetworkTable = defineTable('known_network', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});
