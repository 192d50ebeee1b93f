import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    device_key: DeviceKeyTable;
  }
}

interface DeviceKeyTable {
  id: GeneratedAlways<number>;
  /** The owner: a line or a warehouse. */
  line_id: number | null;
  warehouse_id: number | null;
  name: string;
  /** SHA-256 of the key, without salt: the key itself is random enough. */
  secret_hash: Buffer;
  created_by: number;
  created_at: Generated<Date>;
  last_seen_at: Date | null;
  revoked_at: Date | null;
  /** The first key of the device, if this one is from a rotation. */
  first_key_id: Generated<number | null>;
}

export const deviceKeyTable = defineTable('device_key', {
  rows: {
    factory: [
      { column: 'line_id', of: 'production_line' },
      { column: 'warehouse_id', of: 'warehouse' },
    ],
    dealer: { column: 'warehouse_id', of: 'warehouse' },
  },
  placement: 'local',
  audit: { list: 'devicekey' },
});
