import { type CarouselPicture, carouselPicture } from '@suyuan/contract/querymanage/carousel-picture.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, heldIn } from '#platform/lists/declared-list.ts';
import { requirePictures } from '#platform/pictures/pictures.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';

/** Serves the pictures of the consumer page's carousel, each with its period. */
export function serveCarousel(services: Services): void {
  serveThing(services, carouselPicture, {
    table: 'carousel_picture',
    few: true,
    rows: (from) => from.selectFrom('carousel_picture').selectAll(),
    narrow: { keyword: heldIn('title') },
    defaultSort: 'sort',
    present: (row: PictureRow) => declaredRow(carouselPicture, { ...row, shown: shownOf(row) }),
    columns: periodOf,
    check: ({ input: { picture }, change }) => requirePictures(change.db, [{ path: 'picture', hash: picture }]),
  });
}

type PictureRow = Selectable<Schema['carousel_picture']>;

function shownOf({ status, shown_from, shown_to }: PictureRow): CarouselPicture['shown'] {
  if (status === 'disabled') return 'off';
  const now = Date.now();
  if (shown_to && shown_to.getTime() <= now) return 'over';
  return shown_from && shown_from.getTime() > now ? 'later' : 'now';
}

/** The period of a picture; unchanged values are dates from the row. */
function periodOf(input: { readonly [Moment in 'shown_from' | 'shown_to']?: string | Date | null }) {
  const [shown_from, shown_to] = [input.shown_from, input.shown_to].map((at) => (at ? new Date(at) : null));
  if (shown_from && shown_to && shown_from >= shown_to) {
    throw badInput({ path: 'shown_to', reason: 'ends_before_it_begins' });
  }
  return { shown_from, shown_to };
}
