import { shardKey } from '@suyuan/server/modules/integration/epcis/capture/identifiers-of-event.ts';
import { openSql } from '@suyuan/server/platform/database/driver/open-sql.ts';
import Fastify from 'fastify';

/** The baseline of capturing and querying events: a bare handler with one INSERT, and one with a SELECT of an event by its ID. */
const sql = openSql(process.env.DATABASE_URL as string, { max: 4 });
const app = Fastify();

app.post<{ Body: { event: { eventID: string } } }>('/insert', async ({ body: { event } }) => {
  await sql`insert into bare_event (id, event) values (${event.eventID}, ${sql.json(event)})`;
  return event.eventID;
});

app.post<{ Body: { id: string } }>('/select', async ({ body: { id } }) => {
  const [row] = await sql`select event from epcis_event where key = ${shardKey(id)} and event_id = ${id}`;
  return row?.event ?? {};
});

console.log(`Address ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
