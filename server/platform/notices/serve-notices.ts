import {
  type Notice,
  type NoticesSummary,
  noticeList,
  noticesRead,
  noticesSummary,
} from '@suyuan/contract/access/notice.ts';
import type { SystemDatabase } from '../access/system-database.ts';
import { type Account, holds } from '../caller.ts';
import type { Routes } from '../serve/routes.ts';
import type { Notices } from './notices.ts';
import { addressOf, countWaiting, type WaitingCount, type WaitingWork } from './waiting.ts';

const size = 30;

interface NoticeServices {
  readonly routes: Routes;
  readonly system: SystemDatabase;
  readonly notices: Pick<Notices, 'work'>;
}

/** Serves the caller's notices, and the work that waits for the caller. */
export function serveNotices({ routes, system, notices }: NoticeServices, work: readonly WaitingWork[]): void {
  routes.serve(noticesSummary, async (_, { account, db }): Promise<NoticesSummary> => {
    const own = db.selectFrom('notice').where('account_id', '=', account.id);
    const open = work.filter(
      ({ permission, screen, rows }) => rows && holds(account, [permission]) && holds(account, [screen]),
    );
    const [newest, unread, items, counted] = await Promise.all([
      own.select('id').orderBy('id', 'desc').limit(1).executeTakeFirst(),
      own
        .where('read_at', 'is', null)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
      notices.work.get().waitingFor(account),
      Promise.all(
        open.map(async (one) => ({
          name: one.name,
          screen: one.screen,
          query: addressOf(one, account),
          ...(await countWaiting(one, db, account)),
        })),
      ),
    ]);
    return {
      unread: Number(unread.count),
      newest: newest?.id ?? 0,
      waiting: work.flatMap((one) => [
        ...counted.filter(({ name, count }) => name === one.name && count > 0),
        ...itemsOf(one, items, account),
      ]),
    };
  });

  routes.serve(noticeList, async ({ before, unread }, { account, db }) => {
    let notices = db
      .selectFrom('notice')
      .select(['id', 'kind', 'params', 'leads', 'created_at', 'read_at'])
      .where('account_id', '=', account.id)
      .orderBy('id', 'desc')
      .limit(size + 1);
    if (before) notices = notices.where('id', '<', before);
    if (unread) notices = notices.where('read_at', 'is', null);
    const rows = await notices.execute();
    return {
      rows: rows.slice(0, size).map(
        ({ created_at, read_at, ...row }): Notice => ({
          ...row,
          created_at: created_at.toISOString(),
          read_at: read_at?.toISOString() ?? null,
        }),
      ),
      more: rows.length > size,
    };
  });

  routes.serve(noticesRead, async ({ ids = [], up_to = 0 }, { account }) => {
    await system.ownWork.db
      .updateTable('notice')
      .set({ read_at: new Date() })
      .where('account_id', '=', account.id)
      .where('read_at', 'is', null)
      .where((eb) => eb.or([eb('id', '<=', up_to), ...(ids.length > 0 ? [eb('id', 'in', ids)] : [])]))
      .execute();
    return null;
  });
}

/** What waits of a kind with items: what is the account's, and what nobody owns, each with where it is done. */
const itemsOf = (one: WaitingWork, items: readonly WaitingCount[], account: Account): NoticesSummary['waiting'] =>
  holds(account, [one.screen])
    ? [one, ...(one.items?.unowned ? [one.items.unowned] : [])].flatMap((part) =>
        items
          .filter(({ name }) => one.items && name === part.name)
          .map((count) => ({ ...count, screen: one.screen, query: addressOf(part, account) })),
      )
    : [];
