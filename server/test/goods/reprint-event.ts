import { self } from '@suyuan/contract/organ/session.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { TestServer } from '../harness/server.ts';

/** A reprint of the label of an issued code, which the person has just recorded; its event. */
export async function reprintEvent(server: TestServer, token: string): Promise<number> {
  const { account_name } = await server.data(self, {}, { token });
  const [event] = await server.sql<{ id: number }[]>`
    insert into trace_event (act, event_time, utc_offset, account_id, codes, code_count)
    select ${eventTypes.print.no}, now(), 0, a.id, array[(select first_id from code_order order by id limit 1)], 1
    from account a where a.account_name = ${account_name}
    returning id`;
  return event?.id as number;
}
