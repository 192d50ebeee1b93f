import { sql as ksql } from 'kysely';
import type { InputOf } from '../../../../contract/call.ts';
import {
  type CarouselPicture,
  carouselAdd,
  carouselDelete,
  carouselPage,
  carouselUpdate,
} from '../../../../contract/querymanage/carousel-picture.ts';
import { violates } from '../../../platform/database/violation.ts';
import { refuseStale } from '../../../platform/records/stale.ts';
import { badInput, notFound } from '../../../platform/refusal.ts';
import { containing, serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';

/** The pictures that the carousel of the consumer page shows, each for its period. `changed` tells the page. */
export function serveCarousel(services: Services, changed: () => Promise<void>): void {
  const { routes } = services;

  serveList(services, {
    name: 'yyscancode',
    page: carouselPage,
    rows: (from, { keyword, status }) => {
      let rows = from.selectFrom('carousel_picture').selectAll();
      if (keyword) rows = rows.where('title', 'ilike', containing(keyword));
      if (status) rows = rows.where('status', '=', status);
      return rows;
    },
    sort: { sort: ksql.ref('sort'), title: ksql.ref('title'), updated_at: ksql.ref('updated_at') },
    defaultSort: 'sort',
    tieBreak: ksql.ref('id'),
    present: (row: PictureRow) => ({
      ...row,
      shown: shownOf(row),
      shown_from: row.shown_from?.toISOString() ?? null,
      shown_to: row.shown_to?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }),
  });

  routes.change(carouselAdd, async (input, _, change) => {
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

  routes.change(carouselUpdate, async ({ id, updated_at, ...input }, _, change) => {
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

  routes.change(carouselDelete, async ({ id }, _, change) => {
    await change.changing('carousel_picture', id);
    const row = await change.db.deleteFrom('carousel_picture').where('id', '=', id).returning('id').executeTakeFirst();
    if (!row) throw notFound('carousel_picture');
    change.afterwards(changed);
    return null;
  });
}

interface PictureRow extends Omit<CarouselPicture, 'shown' | 'shown_from' | 'shown_to' | 'created_at' | 'updated_at'> {
  readonly shown_from: Date | null;
  readonly shown_to: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

function shownOf({ status, shown_from, shown_to }: PictureRow): CarouselPicture['shown'] {
  if (status === 'disabled') return 'off';
  const now = Date.now();
  if (shown_to && shown_to.getTime() <= now) return 'over';
  return shown_from && shown_from.getTime() > now ? 'later' : 'now';
}

function columns({ title, picture, link, sort, shown_from, shown_to, status }: InputOf<typeof carouselAdd>) {
  const [from, to] = [shown_from, shown_to].map((moment) => (moment ? new Date(moment) : null));
  if (from && to && from >= to) throw badInput({ path: 'shown_to', reason: 'ends_before_it_begins' });
  return {
    title: title.trim(),
    picture,
    link: link || null,
    sort: sort ?? 0,
    shown_from: from ?? null,
    shown_to: to ?? null,
    status: status ?? ('enabled' as const),
  };
}

const noSuchPicture = () => badInput({ path: 'picture', reason: 'no_such_picture' });
