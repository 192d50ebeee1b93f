import { pictureColumns } from '@suyuan/contract/picture.ts';
import type { carouselPicture } from '@suyuan/contract/querymanage/carousel-picture.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    carousel_picture: CarouselPictureTable;
  }
}

interface CarouselPictureTable extends Omit<ColumnsOf<typeof carouselPicture>, 'shown_from' | 'shown_to'> {
  id: GeneratedAlways<number>;
  shown_from: Date | null;
  shown_to: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const carouselPictureTable = defineTable('carousel_picture', {
  rows: 'enterprise',
  placement: 'local',
  cached: true,
  audit: { list: 'yyscancode' },
  pictures: pictureColumns.carousel_picture,
});
