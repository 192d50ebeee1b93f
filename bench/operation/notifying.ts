import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Benchmark, type BySize, median, type Row } from '../harness.ts';
import { Stage } from '../stage/stage.ts';
import { stopLater } from '../stage/started.ts';

const events: BySize = { smallest: 5, short: 50, usual: 200, long: 500 };

/**
 * How long after the answer to a capture, which comes after the commit, a webhook is told of it; events are captured one by one, and each is
 * verified to be told once.
 */
export const notifying: Benchmark = {
  name: 'notifying',
  async *run(size) {
    const told = new Map<string, number>();
    let repeated = 0;
    const hook = createServer(async (request, response) => {
      let text = '';
      for await (const part of request) text += part;
      for (const [id] of text.matchAll(/urn:bench:event:\d+/g)) {
        if (told.has(id)) repeated += 1;
        told.set(id, performance.now());
      }
      response.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    stopLater(async () => {
      hook.closeAllConnections();
      hook.close();
    });
    await new Promise((resolve) => hook.once('listening', resolve));
    const stage = await Stage.open({ SUYUAN_WEBHOOK_NETWORKS: '127.0.0.1', SUYUAN_RATE_LIMIT: 'off' });
    const { key } = await stage.call<{ key: string }>('/api/integration/keys/add', {
      name: 'bench',
      permissions: ['epcis:capture', 'epcis:query'],
    });
    const send = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await fetch(`${stage.url}/epcis${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    };
    await send('/queries', { name: 'all', query: { eventType: ['ObjectEvent'] } });
    const dest = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
    await send('/queries/all/subscriptions', { dest, stream: true });
    const delays: number[] = [];
    for (let number = 0; number < events[size]; number++) {
      const id = `urn:bench:event:${number}`;
      await send('/events', eventOf(id));
      const answered = performance.now();
      while (!told.has(id)) await new Promise((resolve) => setTimeout(resolve, 1));
      delays.push(Math.max(0, (told.get(id) as number) - answered));
    }
    if (repeated > 0) throw new Error(`${repeated} events were told twice`);
    const row = { unit: 'ms', atMost: true } as const satisfies Partial<Row>;
    yield { ...row, name: 'from a commit to its webhook, median', ours: median(delays), target: 500 };
    yield { ...row, name: 'the same, the longest', ours: Math.max(...delays) };
  },
};

const eventOf = (eventID: string): object => ({
  '@context': 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld',
  type: 'ObjectEvent',
  eventID,
  eventTime: new Date().toISOString(),
  eventTimeZoneOffset: '+00:00',
  epcList: [`urn:bench:object:${eventID.split(':').at(-1)}`],
  action: 'OBSERVE',
});
