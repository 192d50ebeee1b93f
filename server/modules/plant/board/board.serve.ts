import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { lineBoard, lineBoards } from '@suyuan/contract/plant/line/line-board.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import type { Locale } from '#platform/language.ts';
import { notFound } from '#platform/refusal.ts';
import { localeOf, type Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { Alarms } from './alarms.ts';
import { boardLines, linesToShow } from './board-lines.ts';

/** How often alarms are judged, in seconds. */
const period = 20;

/** Serves the boards of lines. */
export default function serveBoards(services: Services, { workOrders }: SharedServices): void {
  const { routes, system } = services;
  const { sql } = system.background;

  const boardOf = async (db: Kysely<Schema>, locale: Locale, only?: number): Promise<OutputOf<typeof lineBoards>> => {
    const lines = await linesToShow(db, only);
    return { at: new Date().toISOString(), lines: await boardLines({ sql: system.codes.sql, db, locale }, lines) };
  };

  routes.serve(lineBoards, async (_, caller) => boardOf(caller.db, localeOf(services, caller)));
  routes.serve(lineBoard, async ({ line_id }, caller) => {
    const board = await boardOf(caller.db, localeOf(services, caller), line_id);
    if (board.lines.length === 0) throw notFound('production_line');
    return board;
  });

  const alarms = new Alarms({ sql, timeZone: services.timeZone, orders: () => workOrders.get() });
  services.sweeps.add(alarms, period);
}
