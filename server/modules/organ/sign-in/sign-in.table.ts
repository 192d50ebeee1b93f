import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    sign_in_failure: SignInFailureTable;
    known_network: KnownNetworkTable;
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
