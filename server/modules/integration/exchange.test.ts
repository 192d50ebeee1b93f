import { apiKeyAdd, apiKeyUpdate } from '@suyuan/contract/integration/api-key.ts';
import { epcisCapture } from '@suyuan/contract/integration/epcis-capture.ts';
import { epcisEvent, epcisEventDetail, epcisEventFile } from '@suyuan/contract/integration/epcis-event.ts';
import { partner } from '@suyuan/contract/integration/partner.ts';
import {
  subscription,
  subscriptionDelete,
  subscriptionPause,
  subscriptionResend,
  subscriptionResume,
} from '@suyuan/contract/integration/subscription.ts';
import { accessLog } from '@suyuan/contract/organ/access-log.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readJsonDocument } from '#epcis/json/read-document.ts';
import { harvestInJson } from '#test/epcis/example-documents.ts';
import { reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

// People look at what other systems send and are sent, and say what a partner's events have to be like.

let server: TestServer;
let carrier: { readonly id: number; readonly key: string };
beforeAll(async () => {
  server = await testServer();
  const { id } = await server.data(partner.add, { partner_code: 'HB-1', partner_name: '承运商', gln: '9521321000018' });
  const permissions = ['epcis:capture', 'epcis:query'] as const;
  const { key } = await server.data(apiKeyAdd, {
    name: '运输系统',
    party: { partner_id: id },
    permissions: [...permissions],
  });
  carrier = { id, key };
});
afterAll(() => server.stop());

const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  server.fetch(`/epcis${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${carrier.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

let numbers = 0;
/** A document about one object, changed. */
function documentOf(change: (event: Record<string, unknown>) => void = () => {}) {
  const document = JSON.parse(harvestInJson) as { epcisBody: { eventList: Record<string, unknown>[] } };
  const [event] = document.epcisBody.eventList as [Record<string, unknown>];
  Object.assign(event, { eventID: `urn:example:exchanged:${++numbers}`, epcList: [`urn:example:pallet:${numbers}`] });
  change(event);
  return { document, event };
}

test('events are found by form, read in both bindings, and downloaded', async () => {
  const { document, event } = documentOf();
  expect((await send('/capture', document)).status).toBe(202);
  const id = event.eventID as string;
  const [epc] = event.epcList as [string];
  for (const filters of [
    { epc },
    { event_id: id },
    { id },
    { epc, biz_step: 'commissioning', type: 'ObjectEvent' as const },
  ]) {
    const { rows, total, more } = await server.data(epcisEvent.page, filters);
    expect([filters, total, more, rows]).toMatchObject([
      filters,
      1,
      false,
      [{ id, type: 'ObjectEvent', object_count: 2 }],
    ]);
  }
  expect((await server.data(epcisEvent.page, { epc, biz_step: 'shipping' })).rows).toEqual([]);
  const { json, xml } = await server.data(epcisEventDetail, { id });
  expect(JSON.parse(json)).toMatchObject({ eventID: id, bizStep: 'commissioning' });
  expect(xml).toContain(`<eventID>${id}</eventID>`);
  expect((await server.call(epcisEventDetail, { id: 'urn:example:none' })).status).toBe(404);
  const wrong = await server.call(epcisEvent.page, { biz_step: 'no such step' });
  expect(reasonsOf(wrong.envelope)).toEqual(['biz_step no_cbv_word']);
  const query = new URLSearchParams({ format: 'jsonld', epc });
  const file = await server.fetch(`${epcisEventFile.path}?${query}`, { headers: { token: server.admin } });
  expect(readJsonDocument(await file.text()).events).toMatchObject([{ event: { eventID: id } }]);
  const [traced] = (await server.data(accessLog.page, { call: epcisEventFile.path })).rows;
  expect(traced).toMatchObject({ result: 'answered' });
});

test('captures are listed with their errors, event by event', async () => {
  const { document, event } = documentOf();
  document.epcisBody.eventList.push({ ...event, eventID: 'urn:example:wrong', action: 'MOVE' });
  await send('/capture', document, { 'gs1-capture-error-behaviour': 'proceed' });
  const [row] = (await server.data(epcisCapture.page, { result: 'partly' })).rows;
  expect(row).toMatchObject({
    captured_by: '运输系统',
    events: 2,
    kept: 1,
    error_count: 1,
    error_behaviour: 'proceed',
  });
  expect(row?.errors[0]?.detail).toContain('eventList[1].action');
  expect((await server.data(epcisCapture.page, { id: row?.id as string })).total).toBe(1);
});

test('a profile refuses what a partner sends, and withholds what it would get', { timeout: 40_000 }, async () => {
  const profile = (schema: object) => JSON.stringify(schema);
  const update = (more: object) => server.call(partner.update, { id: carrier.id, ...more });
  for (const profile_in of ['{', '[]', '{"type": "thing"}', '{"$ref": "https://elsewhere.example/schema"}'])
    expect(reasonsOf((await update({ profile_in })).envelope)).toEqual(['profile_in no_schema']);
  await update({ profile_in: profile({ properties: { bizStep: { enum: ['shipping'] } }, required: ['bizStep'] }) });
  const { document } = documentOf();
  const refused = await send('/capture', document);
  expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
    400,
    'eventList[0].bizStep does not fit the profile of the partner (found: must be equal to one of the allowed values: shipping)',
  ]);
  expect((await send('/capture', document, { 'gs1-capture-error-behaviour': 'proceed' })).status).toBe(202);
  const [job] = (await server.data(epcisCapture.page, {})).rows;
  expect(job).toMatchObject({ kept: 0, error_count: 1 });

  // A pattern for which a text takes years is ended.
  const { status } = await update({
    profile_in: profile({ properties: { eventID: { pattern: '^((a|[a-z:])+)+[0-9]$' } } }),
  });
  expect(status).toBe(200);
  const slow = documentOf();
  Object.assign(slow.event, { eventID: `urn:${'a'.repeat(60)}!` });
  const ended = await send('/capture', slow.document);
  expect([ended.status, ((await ended.json()) as { detail: string }).detail]).toEqual([
    400,
    expect.stringContaining('could not be checked'),
  ]);

  await update({ profile_in: '', profile_out: profile({ required: ['bizTransactionList', 'never'] }) });
  expect((await send('/queries', { name: 'mine', query: { EQ_bizStep: ['commissioning'] } })).status).toBe(201);
  const dest = 'https://hook.invalid/';
  expect((await send('/queries/mine/subscriptions', { dest, stream: true })).status).toBe(201);
  const { document: sent, event } = documentOf();
  expect((await send('/capture', sent)).status).toBe(202);
  await vi.waitFor(
    async () => {
      const [row] = (await server.data(subscription.page, {})).rows;
      expect(row).toMatchObject({ query_name: 'mine', subscriber: '运输系统', withheld_count: 1, failures: 0 });
      expect(row?.withheld).toMatchObject([{ eventID: event.eventID, reason: expect.stringContaining('never') }]);
    },
    { timeout: 20_000 },
  );
});

test('a subscription is paused, resumed, sent again and ended by people', { timeout: 40_000 }, async () => {
  await server.data(partner.update, { id: carrier.id, profile_out: '' });
  const id = (await server.data(subscription.page, {})).rows[0]?.id as number;
  const state = async () => (await server.data(subscription.page, { id })).rows[0];
  await server.data(subscriptionPause, { id });
  expect(await state()).toMatchObject({ state: 'paused' });
  expect((await server.call(subscriptionPause, { id })).status).toBe(409);
  expect((await server.call(subscriptionResend, { id })).status).toBe(409);
  await send('/capture', documentOf().document);
  await server.data(subscriptionResume, { id });
  expect((await server.call(subscriptionResume, { id })).status).toBe(409);
  // The name of the receiver is that of nobody.
  await vi.waitFor(async () => expect(await state()).toMatchObject({ state: 'failing' }), { timeout: 20_000 });
  expect((await state())?.last_error).toMatch(/hook\.invalid|no answer/);
  await server.data(subscriptionResend, { id });
  await server.data(subscriptionDelete, { id });
  expect(await state()).toBeUndefined();
  expect((await server.call(subscriptionDelete, { id })).status).toBe(404);
});

test('no log has a key, and a refusal by network is in the access log', async () => {
  const { id, key } = await server.data(apiKeyAdd, { name: 'elsewhere', permissions: ['epcis:query'] });
  await server.data(apiKeyUpdate, { id, networks: ['203.0.113.7'] });
  const answer = await server.fetch('/epcis/events', { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(403);
  await vi.waitFor(
    async () => {
      const { rows } = await server.data(accessLog.page, { call: '/epcis' });
      expect(rows).toContainEqual(
        expect.objectContaining({ result: 'refused', account_name: 'key:elsewhere', ip: '127.0.0.1' }),
      );
    },
    { timeout: 20_000 },
  );
  await server.call(partner.add, { partner_code: key, partner_name: 'x'.repeat(500) });
  for (const table of ['access_log', 'audit_log', 'audit_change', 'login_log', 'key_call']) {
    const rows = await server.sql<{ text: string }[]>`select t::text as text from ${server.sql(table)} t`;
    const text = rows.map((row) => row.text).join('\n');
    for (const secret of [key, carrier.key]) expect([table, text.includes(secret)]).toEqual([table, false]);
  }
});
