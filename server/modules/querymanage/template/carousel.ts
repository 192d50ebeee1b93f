import type { Selectable } from 'kysely';
import type { InputOf } from '../../../../contract/call/call.ts';
import { type CarouselPicture, carouselPicture } from '../../../../contract/querymanage/carousel-picture.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { violates } from '../../../platform/database/violation.ts';
import { columnsOf } from '../../../platform/records/columns.ts';
import { refuseStale } from '../../../platform/records/stale.ts';
import { badInput, notFound } from '../../../platform/refusal.ts';
import { asTold, serveDeclaredList } from '../../../platform/serve/declared-list.ts';
import { containing } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';

/** The pictures that the carousel of the consumer page shows, each for its period. `changed` tells the page. */
export function serveCarousel(services: Services, changed: () => Promise<void>): void {
  const { routes } = services;

  serveDeclaredList(services, carouselPicture, {
    rows: (from) => from.selectFrom('carousel_picture').selectAll(),
    narrow: { keyword: (rows, words) => rows.where('title', 'ilike', containing(words)) },
    defaultSort: 'sort',
    present: (row) => asTold(carouselPicture, { ...row, shown: shownOf(row) }),
  });

  routes.change(carouselPicture.add, async (input, _, change) => {
    const { id } = await change.db
      .insertInto('carousel_picture')
      .values(columns(input))
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(violates('carousel_picture_picture_fkey', noSuchPicture));
    change.made('carousel_picture', id);
    change.afterwards(changed);
    return { id };
  });

  routes.change(carouselPicture.update, async ({ id, updated_at, ...input }, _, change) => {
    await change.changing('carousel_picture', id);
    await refuseStale(change, 'carousel_picture', id, updated_at);
    const row = await change.db
      .updateTable('carousel_picture')
      .set({ ...columns(input), updated_at: new Date() })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
      .catch(violates('carousel_picture_picture_fkey', noSuchPicture));
    if (!row) throw notFound('carousel_picture');
    change.afterwards(changed);
    return { id };
  });

  routes.change(carouselPicture.remove, async ({ id }, _, change) => {
    await change.changing('carousel_picture', id);
    const row = await change.db.deleteFrom('carousel_picture').where('id', '=', id).returning('id').executeTakeFirst();
    if (!row) throw notFound('carousel_picture');
    change.afterwards(changed);
    return null;
  });
}

type PictureRow = Selectable<Schema['carousel_picture']>;

function shownOf({ status, shown_from, shown_to }: PictureRow): CarouselPicture['shown'] {
  if (status === 'disabled') return 'off';
  const now = Date.now();
  if (shown_to && shown_to.getTime() <= now) return 'over';
  return shown_from && shown_from.getTime() > now ? 'later' : 'now';
}

function columns(input: InputOf<typeof carouselPicture.add>) {
  const [shown_from, shown_to] = [input.shown_from, input.shown_to].map((at) => (at ? new Date(at) : null));
  if (shown_from && shown_to && shown_from >= shown_to) {
    throw badInput({ path: 'shown_to', reason: 'ends_before_it_begins' });
  }
  const { sort = 0, status = 'enabled', ...columns } = columnsOf(carouselPicture, input);
  return { ...columns, sort, status, shown_from: shown_from ?? null, shown_to: shown_to ?? null };
}

const noSuchPicture = () => badInput({ path: 'picture', reason: 'no_such_picture' });
