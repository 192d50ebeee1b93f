import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { alternate, type Benchmark, type BySize, inShort, milliseconds, perSecond, type Row } from '../harness.ts';
import { Stage } from '../stage/stage.ts';
import { startProcess } from '../stage/started.ts';

const inDocument = 1000;
const capturedEvents: BySize = { smallest: 2000, short: 20_000, usual: 100_000, long: 100_000 };
/** Events that other systems have captured before. */
const earlierEvents: BySize = { smallest: 5000, short: 200_000, usual: 2_000_000, long: 10_000_000 };
const repeats: BySize = { smallest: 5, short: 50, usual: 200, long: 400 };
const tables = ['epcis_event', 'epcis_identifier', 'epcis_measure'] as const;

/**
 * Events of other systems: documents of a thousand until each has its job, compared with COPY of the rows that this made; single events, compared
 * with an INSERT; and a query by EPC among many events, compared with a SELECT by an index. The compared statements are made in a bare handler.
 */
export const capturingEvents: Benchmark = {
  name: 'capturing-events',
  async *run(size): AsyncGenerator<Row, void> {
    const stage = await Stage.open({ SUYUAN_RATE_LIMIT: 'off' });
    const sql = stage.connect();
    const { key } = await stage.call<{ key: string }>('/api/integration/keys/add', {
      name: 'bench',
      permissions: ['epcis:capture', 'epcis:query'],
    });
    const epcis = async (path: string, body?: object) => {
      const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
      const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      const answer = await fetch(`${stage.url}/epcis${path}`, request);
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.text();
    };

    let made = 0;
    const documents = Array.from({ length: capturedEvents[size] / inDocument }, () =>
      documentOf(Array.from({ length: inDocument }, () => eventOf(++made))),
    );
    const ours = await perSecond(async () => {
      for (const document of documents) await epcis('/capture', document);
      return capturedEvents[size];
    });
    const copied = await copyRate(sql, capturedEvents[size]);
    yield {
      ...{ name: `${inShort(capturedEvents[size])} events in documents of ${inShort(inDocument)}`, ours },
      ...{ unit: 'events/s', baselineName: 'COPY of the same rows, with indexes', baseline: copied, target: 0.1 },
    };

    const bare = await startProcess([join('bench', 'stage', 'bare-event.ts')], /Address (\S+)/, {
      DATABASE_URL: stage.databaseUrl,
    });
    await fill(sql, earlierEvents[size]);
    const plain = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(bare.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.text();
    };
    const single = await alternate(repeats[size], {
      ours: () => milliseconds(() => epcis('/events', { '@context': context, ...eventOf(++made) })),
      theirs: () => milliseconds(() => plain('/insert', { event: eventOf(++made) })),
    });
    yield { ...ratio('one event', single), baselineName: 'INSERT in a bare handler', target: 3 };

    const query = await alternate(repeats[size], {
      ours: async () => {
        const epc = epcOf(1 + Math.floor(Math.random() * capturedEvents[size]));
        return milliseconds(async () => {
          const answer = await epcis(`/events?${new URLSearchParams({ MATCH_epc: epc })}`);
          if (!answer.includes('"ObjectEvent"')) throw new Error(`${epc} was not found`);
        });
      },
      theirs: async () => {
        const { id } = eventOfRow(1 + Math.floor(Math.random() * capturedEvents[size]));
        return milliseconds(() => plain('/select', { id }));
      },
    });
    const many = inShort(earlierEvents[size]);
    yield {
      ...ratio(`query by EPC among ${many} events`, query),
      baselineName: 'SELECT by an index in one',
      target: 3,
    };
  },
};

const context = 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld';
const epcOf = (number: number): string => `urn:epc:id:sgtin:4012345.011111.${number}`;
const eventOfRow = (number: number) => ({ id: `urn:bench:event:${number}` });

const eventOf = (number: number): object => ({
  type: 'ObjectEvent',
  eventID: eventOfRow(number).id,
  eventTime: '2026-01-05T08:00:00.000+08:00',
  eventTimeZoneOffset: '+08:00',
  epcList: [epcOf(number)],
  action: 'OBSERVE',
  bizStep: 'shipping',
  disposition: 'in_transit',
  readPoint: { id: 'urn:epc:id:sgln:4012345.00001.0' },
  bizTransactionList: [{ type: 'po', bizTransaction: `urn:epc:id:gdti:4012345.00001.${number}` }],
});

const documentOf = (eventList: readonly object[]): object => ({
  '@context': context,
  ...{ type: 'EPCISDocument', schemaVersion: '2.0', creationDate: '2026-01-05T08:00:00Z' },
  epcisBody: { eventList },
});

const ratio = (name: string, { ours, theirs }: { ours: number; theirs: number }) =>
  ({ name, ours, baseline: theirs, unit: 'ms', atMost: true }) as const;

/** Copies the rows of captured events into tables with the same indexes; events a second. */
async function copyRate(sql: Sql, events: number): Promise<number> {
  const pieces = new Map<string, Buffer[]>();
  for (const table of tables) {
    const kept: Buffer[] = [];
    for await (const { bytes } of sql.unsafe(`copy ${table} to stdout`).copied(4 * 1024 * 1024)) kept.push(bytes);
    pieces.set(table, kept);
    await sql.unsafe(`create table copied_${table} (like ${table} including all)`);
  }
  const rate = await perSecond(async () => {
    for (const [table, kept] of pieces) {
      const copy = await sql.unsafe(`copy copied_${table} from stdin`).writable();
      for (const piece of kept) copy.write(piece);
      await finished(copy.end());
    }
    return events;
  });
  for (const table of tables) await sql.unsafe(`drop table copied_${table}`);
  return rate;
}

/** Fills the tables with events about other objects, and a table of plain events for the comparison. */
async function fill(sql: Sql, count: number): Promise<void> {
  await sql`
    insert into epcis_event (key, id, event_id, type, event_time, record_time, action, biz_step, account_id, facts, event)
    select hashint8extended(n, 7), -n, 'urn:bench:earlier:' || n, e.type, e.event_time - n * interval '1 second', e.record_time,
      e.action, e.biz_step, e.account_id, e.facts, e.event
    from (select * from epcis_event order by id limit 1) e, generate_series(1, ${count}::int) n`;
  await sql`
    insert into epcis_identifier (key, epc, field, event_key, event_number)
    select hashint8extended(n, 9), 'https://id.gs1.org/01/04099999111111/21/' || n, 'epcList', hashint8extended(n, 7), -n
    from generate_series(1, ${count}::int) n`;
  await sql`create table bare_event (id text primary key, event jsonb not null)`;
  await sql`vacuum analyze`;
  await sql`checkpoint`;
}
