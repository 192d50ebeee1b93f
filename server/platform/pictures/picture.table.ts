import type { Generated } from 'kysely';
import { defineTable } from '../database/table.ts';

declare module '../database/schema.ts' {
  interface Schema {
    picture: PictureTable;
  }
}

interface PictureTable {
  hash: string;
  width: number;
  height: number;
  created_at: Generated<Date>;
  sent_at: Generated<Date>;
}

export const pictureTable = defineTable('picture', {
  rows: 'everyone',
  placement: 'reference',
  audit: { key: 'hash' },
});
