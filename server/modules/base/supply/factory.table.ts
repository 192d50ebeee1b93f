import { defineTable } from '../../../platform/database/table.ts';
import type { Kept } from '../../../platform/records/kept.ts';
import type { Reachable } from '../reachable.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    factory: FactoryTable;
  }
}

interface FactoryTable extends Kept, Reachable {
  factory_code: string;
  factory_name: string;
  /** The enterprise's own, or one that works for it. */
  kind: 'own' | 'external';
  licence_no: string | null;
  remark: string | null;
}

export const factoryTable = defineTable('factory', {
  rows: { factory: (rows, party) => rows('factory.id', '=', party) },
  place: 'reference',
  audit: { list: 'outsourcing' },
});
