import { repeatedCode } from '@suyuan/contract/plant/packing/repeated-code.ts';
import { exceptionScreens, kindsOn, ownExceptions } from '@suyuan/contract/trace/exception.ts';
import { ksql } from '#platform/database/schema.ts';
import type { Services } from '#platform/services.ts';
import { exceptionServices, type SharedServices } from '#shared-services.ts';
import { serveExceptions } from '#trace/exceptions/serve-exceptions.ts';

/** 重码查询, and the count of one's own exceptions of all screens. */
export default function serveRepeatedCodes(services: Services, shared: SharedServices): void {
  serveExceptions(services, exceptionServices(shared), repeatedCode);
  serveOwnExceptions(services);
}

/** Serves the number of open exceptions that the caller owns. */
export function serveOwnExceptions({ routes }: Services): void {
  routes.serve(ownExceptions, async (_, { db, account }) => {
    const byKind = await db
      .selectFrom('exception')
      .select(['kind'])
      .select((eb) => [
        eb.fn.countAll<number>().as('open'),
        ksql<number>`count(case when exception.due_at < now() then 1 end)`.as('overdue'),
      ])
      .where('owner_id', '=', account.id)
      .where('status', '=', 'open')
      .groupBy('kind')
      .execute();
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + Number(count), 0);
    const screens = exceptionScreens.map((screen) => {
      const kinds = kindsOn(screen);
      return { screen, open: sum(byKind.flatMap(({ kind, open }) => (kinds.includes(kind) ? [open] : []))) };
    });
    return {
      owner_id: account.id,
      total: sum(byKind.map(({ open }) => open)),
      overdue: sum(byKind.map(({ overdue }) => overdue)),
      screens: screens.filter(({ open }) => open > 0),
    };
  });
}
