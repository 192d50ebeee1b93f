import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../../../platform/database/table.ts';
import type { Status } from '../../../platform/records/kept.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    carousel_picture: CarouselPictureTable;
  }
}

interface CarouselPictureTable {
  id: GeneratedAlways<number>;
  title: string;
  picture: string;
  link: string | null;
  sort: Generated<number>;
  shown_from: Date | null;
  shown_to: Date | null;
  status: Generated<Status>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const carouselPictureTable = defineTable('carousel_picture', {
  rows: 'enterprise',
  place: 'local',
  audit: { list: 'yyscancode' },
  pictures: ['picture'],
});
