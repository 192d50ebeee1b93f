import { sql } from 'kysely';
import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

/** How long an agreed settlement may wait for the second person, in hours. */
const approvedWithin = 72;

/** Agreed settlements above the limit, for whoever may approve them. */
export const settlementsToApprove = defineWaiting({
  name: 'settlements_to_approve',
  permission: 'case:approve',
  screen: 'case',
  query: { tab: 'settlements', waits: 'approval' },
  due: hoursAfter('dealer_settlement.agreed_at', approvedWithin),
  items: {
    table: 'dealer_settlement',
    rows: (db) =>
      db
        .selectFrom('dealer_settlement')
        .where('status', '=', 'agreed')
        .where('needs_approval', '=', true)
        .where('approved_by', 'is', null),
    what: sql<string>`dealer_settlement.settlement_no`,
    since: sql<Date | null>`dealer_settlement.agreed_at`,
    aboutDealer: sql<number | null>`dealer_settlement.dealer_id`,
    except: sql<number | null>`dealer_settlement.agreed_by`,
  },
});
