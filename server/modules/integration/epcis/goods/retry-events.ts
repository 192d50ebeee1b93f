import type { EpcisEvent } from '#epcis/model/event.ts';
import { text } from '#platform/language.ts';
import { Refusal } from '#platform/refusal.ts';
import { localeOf, type Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { Tried } from '#trace/exceptions/exception-kind.ts';
import { shardKey } from '../capture/identifiers-of-event.ts';
import type { Captured } from '../capture/keep-events.ts';
import { linkRows } from '../capture/link-rows.ts';
import type { GoodsCapture } from './capture-goods.ts';
import { epcisEvent } from './waiting-events.ts';

const quarterOfAnHour = 15 * 60;
/** How many waiting events are tried at once, oldest first. */
const mostTried = 200;

interface Waiting {
  readonly event_id: string;
  readonly account_id: number;
}

/** Serves trying again what captured events say of our codes: by people, and every quarter of an hour by itself. */
export function serveWaitingEvents(services: Services, shared: SharedServices, goods: GoodsCapture): void {
  const { sql } = services.system.enterprise;
  const { exceptions } = shared;
  const retry = (waiting: Waiting) => tryAgain(services, goods, waiting);
  exceptions.serve(epcisEvent, {
    // Nothing of it can be corrected: the event says what it says.
    beyond: (came, given) =>
      came.event_id === given.event_id && came.account_id === given.account_id
        ? []
        : [{ path: 'event_id', desk: undefined }],
    retry: ({ content }) => retry(content),
  });
  const sweep = async () => {
    const rows = await sql<{ about: string; raw: Waiting }[]>`
      select about, raw from exception where kind = ${epcisEvent.name} and status = 'open' order by id limit ${mostTried}`;
    for (const { about, raw } of rows) {
      const { taken } = await retry(raw).catch(notTaken);
      if (taken) {
        const settlement = { text: text('zh', 'exception.taken'), by: raw.account_id };
        await sql.begin((own) => exceptions.settle(own, epcisEvent, [about], settlement));
      }
    }
  };
  services.sweeps.add({ sweep }, quarterOfAnHour);
}

/** The key of who captured it may have been revoked: somebody has to settle it then. */
function notTaken(error: unknown): Tried {
  if (error instanceof Refusal && error.status < 500) return { taken: false, refusals: [] };
  throw error;
}

/** Carries out what a kept event says, once. */
async function tryAgain(services: Services, goods: GoodsCapture, { event_id, account_id }: Waiting): Promise<Tried> {
  const account = await services.routes.admission.systemHolder(account_id, 'epcis:capture');
  const { sql } = services.system.enterprise;
  const [row] = await sql<{ key: number; id: number; event: EpcisEvent }[]>`
    select key, id, event from epcis_event
    where key = ${shardKey(event_id)} and event_id = ${event_id} and declared_at is null and account_id = ${account_id}`;
  if (!row) return { taken: false, refusals: [] };
  const { key, id: number } = row;
  const captured: Captured = { position: 0, event: { ...row.event, eventID: event_id } };
  const own = await goods.ownCodes(account, [captured]);
  const locale = localeOf(services, { language: 'en' });
  return goods.transaction(true, async (transaction) => {
    const [done] = await transaction`
      select 1 from epcis_own_event where event_key = ${key} and event_number = ${number} limit 1`;
    if (done) return { taken: true };
    const outcome = (await goods.carryOut(transaction, { account, locale }, own, [captured])).get(captured);
    if (!outcome || 'error' in outcome) return { taken: false, refusals: [] };
    if ('waits' in outcome) {
      return {
        taken: false,
        refusals: outcome.waits.map(({ code, reason, conflict }) => ({ code, reason, conflict })),
      };
    }
    await linkRows(
      transaction,
      outcome.rows.map((one) => ({ row: one, key, number })),
    );
    return { taken: true };
  });
}
