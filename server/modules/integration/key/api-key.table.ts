import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    api_key: ApiKeyTable;
    api_key_use: ApiKeyUseTable;
    api_key_day: ApiKeyDayTable;
  }
}

interface ApiKeyTable {
  id: GeneratedAlways<number>;
  /** Its account, of which `key_of` is whoever made the key. */
  account_id: number;
  name: string;
  permissions: string[];
  networks: Generated<string[]>;
  expires_at: Date | null;
  /** SHA-256 of the key. */
  secret_hash: Buffer;
  hint: string;
  /** The key before the last rotation, and until when it is valid. */
  old_secret_hash: Buffer | null;
  old_until: Date | null;
  revoked_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface ApiKeyUseTable {
  api_key_id: number;
  last_used_at: Date;
  last_used_ip: string;
}

interface ApiKeyDayTable {
  api_key_id: number;
  day: string;
  calls: Generated<number>;
  refused: Generated<number>;
}

const throughAccount = {
  factory: { column: 'account_id', of: 'account' },
  dealer: { column: 'account_id', of: 'account' },
} as const;
const throughKey = {
  factory: { column: 'api_key_id', of: 'api_key' },
  dealer: { column: 'api_key_id', of: 'api_key' },
} as const;

export const apiKeyTable = defineTable('api_key', {
  rows: throughAccount,
  placement: 'local',
  audit: { list: 'apikey' },
});

export const apiKeyUseTable = defineTable('api_key_use', {
  rows: throughKey,
  placement: 'local',
  auditedThrough: 'own-record',
});

export const apiKeyDayTable = defineTable('api_key_day', {
  rows: throughKey,
  placement: 'local',
  auditedThrough: 'own-record',
});
