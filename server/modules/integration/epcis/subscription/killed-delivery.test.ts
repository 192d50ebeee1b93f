import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiKeyAdd } from '@suyuan/contract/integration/api-key.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readJsonDocument } from '#epcis/json/read-document.ts';
import { openSql } from '#platform/database/driver/open-sql.ts';
import { harvestInJson } from '#test/epcis/example-documents.ts';
import { newMigratedDatabase } from '#test/harness/new-database.ts';
import { callProcess, ended, newDataDir, password, signIn, startProcess } from '#test/harness/process.ts';

// A server is killed while it delivers: another one goes on where the receiver had taken everything.

test('nothing is lost of what a killed server was delivering, and what was taken is not sent again', {
  timeout: 240_000,
}, async () => {
  const received: (string | undefined)[][] = [];
  const reached = Promise.withResolvers<void>();
  let isSilent = true;
  const hook = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    received.push(readJsonDocument(text).events.map(({ event }) => event?.eventID));
    // The second document arrives, but its receiver never says so to the first server.
    if (isSilent && received.length === 2) return reached.resolve();
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  onTestFinished(() => {
    hook.closeAllConnections();
    hook.close();
  });
  const databaseUrl = await newMigratedDatabase();
  const env = {
    SUYUAN_DATABASE_URL: databaseUrl,
    SUYUAN_MASTER_KEY: 'ab'.repeat(32),
    SUYUAN_ADMIN_PASSWORD: password,
    SUYUAN_WEBHOOK_NETWORKS: '127.0.0.1',
  };
  const first = await startProcess(await newDataDir(), env);
  const token = await signIn(first);
  const { key } = await callProcess(first, token, apiKeyAdd, {
    name: 'ERP',
    permissions: ['epcis:capture', 'epcis:query'],
  });
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${first.url}/epcis${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
  };
  await post('/queries', { name: 'all', query: {} });
  const { port } = hook.address() as AddressInfo;
  await post('/queries/all/subscriptions', { dest: `http://127.0.0.1:${port}/`, stream: true });
  const document = JSON.parse(harvestInJson) as { epcisBody: { eventList: object[] } };
  const [event] = document.epcisBody.eventList;
  const ids = Array.from({ length: 1100 }, (_, n) => `urn:example:kept:${n}`);
  document.epcisBody.eventList = ids.map((eventID) => ({
    ...event,
    eventID,
    epcList: [`urn:example:asset:${eventID}`],
  }));
  await post('/capture', document);
  await reached.promise;
  await ended(first.child, 'SIGKILL');
  isSilent = false;

  await startProcess(await newDataDir(), env);
  const sql = openSql(databaseUrl, { max: 1 });
  onTestFinished(() => sql.end());
  // As if the time had passed for which the first server had claimed the subscription.
  await sql`update epcis_subscription set claimed_until = now() - interval '1 second'`;
  await vi.waitFor(() => expect(received.slice(2).flat()).toHaveLength(600), { timeout: 60_000 });
  expect([...(received[0] ?? []), ...received.slice(2).flat()]).toEqual(ids);
  expect(received[2]).toEqual(received[1]);
});
