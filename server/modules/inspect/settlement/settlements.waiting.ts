import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

/** How long an agreed settlement may wait for the second person, in hours. */
const approvedWithin = 72;

/** Agreed settlements above the limit, for whoever may approve them. */
export const settlementsToApprove = defineWaiting({
  name: 'settlements_to_approve',
  permission: 'case:approve',
  screen: 'case',
  query: { tab: 'settlements', waits: 'approval' },
  rows: (db, { id }) =>
    db
      .selectFrom('dealer_settlement')
      .where('status', '=', 'agreed')
      .where('needs_approval', '=', true)
      .where('approved_by', 'is', null)
      .where('agreed_by', '<>', id),
  due: hoursAfter('dealer_settlement.agreed_at', approvedWithin),
});
