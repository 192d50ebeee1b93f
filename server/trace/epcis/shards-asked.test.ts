import { expect, onTestFinished, test } from 'vitest';
import { openSql } from '#platform/database/driver/open-sql.ts';
import { captureServer } from '#test/goods/capture-server.ts';
import { freshCodes } from '#test/goods/capture-stage.ts';
import { onCluster } from '#test/harness/new-database.ts';
import type { EventInput } from '../capture/context/event-input.ts';
import { ownEvents } from './own-events.ts';
import { OwnUris } from './own-uri.ts';

// Events are told of by what the shards of their codes say, and not by what all shards say.

const { server, capture } = await captureServer();
const rules = { texts: async (_: unknown, ids: readonly number[]) => new Map(ids.map((id) => [id, `C${id}`])) };

test('an event of up to a hundred codes names them to find them again', async () => {
  const { units } = await freshCodes(server.sql, 100);
  for (const count of [1, 4, 5, 100]) {
    const input = {
      ...{ act: 'inspect', codes: units.slice(0, count), reason: null, workOrderId: null },
      ...{ by: { accountId: 1, deviceKeyId: null }, custodian: 'enterprise' },
      ...{ at: Date.now(), now: true, utcOffset: 480 },
    } as unknown as EventInput;
    const captured = await capture.event(input);
    if ('refused' in captured) throw new Error(JSON.stringify(captured.refused));
    const statements: { query: string; parameters: readonly unknown[] }[] = [];
    const sending = (query: string, parameters: readonly unknown[]) => void statements.push({ query, parameters });
    const sql = openSql(server.databaseUrl, { max: 1, sending });
    onTestFinished(() => sql.end());
    const own = new OwnUris('https://trace.example');
    const wanted = { events: [captured.eventId], packages: [], placed: [], spans: [] };
    const [row] = await ownEvents({ sql, rules, own }, wanted);
    expect(row?.events[0]?.event.epcList).toEqual(units.slice(0, count).map((id) => own.of('code', `C${id}`)));
    const asking = statements.filter(({ query }) => /from event_code\b/.test(query));
    expect(asking.length).toBeGreaterThan(0);
    for (const { query, parameters } of asking) {
      expect(query).toMatch(/\bcode\s+(=|in)/);
      if (!onCluster) continue;
      const plan = await server.sql.unsafe(`explain ${query}`, parameters as never);
      const tasks = /Task Count: (\d+)/.exec(plan.map((line) => line['QUERY PLAN']).join('\n'))?.[1];
      expect(Number(tasks)).toBeLessThanOrEqual(count);
    }
  }
});
