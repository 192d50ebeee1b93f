import type { KeyPermission } from '@suyuan/contract/access/system-key.ts';
import { apiKeyAdd } from '@suyuan/contract/integration/api-key.ts';
import { partner } from '@suyuan/contract/integration/partner.ts';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJsonDocument } from '#epcis/json/read-document.ts';
import { readXmlDocument } from '#epcis/xml/read-document.ts';
import { harvestInJson, harvestInXml, version12 } from '#test/epcis/example-documents.ts';
import { meaningOf } from '#test/epcis/meaning.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { spanEventId } from '#trace/epcis/event-ids.ts';

// Another system captures events and asks for them, as the standard says.

let server: TestServer;
/** Keys of the enterprise's ERP, and of a dealer's system. */
let erp: string;
let dealers: string;
beforeAll(async () => {
  server = await testServer();
  erp = await keyFor(['epcis:capture', 'epcis:query']);
  dealers = await keyFor(['epcis:capture', 'epcis:query'], { dealer_id: await server.party('dealer') });
});
afterAll(() => server.stop());

let made = 0;
const keyFor = async (permissions: KeyPermission[], party?: object): Promise<string> =>
  (await server.data(apiKeyAdd, { name: `ERP ${++made}`, permissions, ...(party && { party }) })).key;

interface Sent {
  readonly key?: string;
  readonly method?: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

const ask = (path: string, { key = erp, method = 'GET', headers = {} }: Sent = {}, body?: string) =>
  server.fetch(`/epcis${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
const send = (body: string, { type = 'application/json', headers = {}, ...sent }: Sent = {}, path = '/capture') =>
  ask(path, { ...sent, method: 'POST', headers: { 'content-type': type, ...headers } }, body);

/** The job of an accepted document. */
async function captured(body: string, sent?: Sent): Promise<Record<string, unknown>> {
  const answer = await send(body, sent);
  expect([answer.status, await answer.text()]).toEqual([202, '']);
  const location = new URL(answer.headers.get('location') ?? '', server.url);
  return (await ask(location.pathname.replace('/epcis', ''), { key: sent?.key ?? erp })).json() as never;
}

let numbers = 0;
/** The example as another event about objects of its own, changed. */
function another(
  change: (event: Record<string, unknown>) => void = () => {},
  objects = [`urn:example:asset:${++numbers}`],
) {
  const document = JSON.parse(harvestInJson) as { epcisBody: { eventList: Record<string, unknown>[] } };
  const [event] = document.epcisBody.eventList as [Record<string, unknown>];
  Object.assign(event, { eventID: `urn:example:event:${++numbers}`, epcList: objects });
  change(event);
  return { text: JSON.stringify(document), event, document };
}

const read = async (answer: Response) => {
  expect(answer.status).toBe(200);
  return readJsonDocument(await answer.text()).events.flatMap(({ event }) => event ?? []);
};
const found = async (query: string, sent?: Sent) => read(await ask(`/events?${query}`, sent));
const idsOf = (events: readonly { eventID?: string }[]) => events.map(({ eventID }) => eventID);

const problem = async (answer: Response) => {
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  return (await answer.json()) as { type: string; status: number; detail: string };
};

test('a system captures a document and reads it back by an EPC, in either notation and either binding', async () => {
  const job = await captured(harvestInJson);
  expect(job).toMatchObject({ running: false, success: true, captureErrorBehaviour: 'rollback', errors: [] });
  const [given] = readJsonDocument(harvestInJson).events;
  const { recordTime: _, ...expected } = meaningOf(given?.event as never) as Record<string, unknown>;
  for (const epc of ['urn:epc:id:sgtin:9521321.012345.A%2F1', 'https://shop.example/01/09521321123458/21/A%2F1']) {
    const headers = { 'gs1-epc-format': 'Never_Translates' };
    const [event] = await found(`MATCH_epc=${encodeURIComponent(epc)}`, { headers });
    const { recordTime, ...meaning } = meaningOf(event as never) as Record<string, unknown>;
    expect(meaning).toEqual(expected);
    expect(Date.parse(String(recordTime))).toBeGreaterThan(Date.parse('2026-01-01'));
    const inXml = await ask(`/events?MATCH_epc=${encodeURIComponent(epc)}`, {
      headers: { ...headers, accept: 'application/xml' },
    });
    expect(inXml.headers.get('content-type')).toContain('application/xml');
    const [again] = readXmlDocument(await inXml.text()).events;
    const { recordTime: __, ...meaningInXml } = meaningOf(again?.event as never) as Record<string, unknown>;
    expect(meaningInXml).toEqual(expected);
  }
  const [linked] = await found('MATCH_epc=urn:epc:id:sgtin:9521321.012345.A%252F1');
  expect(linked?.epcList?.[0]).toBe('https://id.gs1.org/01/09521321123458/21/A%2F1');
});

test('XML of EPCIS 2.0 and 1.2 is captured', async () => {
  const inXml = harvestInXml.replace(/<eventID>.*<\/eventID>/, '').replaceAll('.A%2F1', '.X1');
  expect(await captured(inXml, { type: 'application/xml' })).toMatchObject({ success: true });
  const [event] = await found('MATCH_anyEPC=urn:epc:id:sgtin:9521321.012345.X1');
  // Without an ID of its own, an event has its hash.
  expect(event?.eventID).toMatch(/^ni:\/\/\/sha-256;[\da-f]{64}\?ver=CBV2\.0$/);
  expect(await captured(version12, { type: 'text/xml' })).toMatchObject({ success: true, errors: [] });
  expect(await found('MATCH_inputEPC=urn:epc:id:sgtin:9521321.012345.A1')).toMatchObject([
    { type: 'TransformationEvent' },
  ]);
  expect(await found('MATCH_inputEPC=urn:epc:id:sgtin:9521321.067890.B1')).toEqual([]);
});

test('an ID is taken once, except by an error declaration', async () => {
  const { text, event } = another();
  await captured(text);
  expect(await captured(text)).toMatchObject({
    running: false,
    success: false,
    errors: [{ type: 'epcisException:ResourceAlreadyExistsException', status: 409 }],
  });
  const bare = JSON.stringify({
    ...event,
    '@context': (JSON.parse(harvestInJson) as { '@context': unknown })['@context'],
  });
  const refused = await send(bare, {}, '/events');
  expect([refused.status, (await problem(refused)).type]).toEqual([
    409,
    'epcisException:ResourceAlreadyExistsException',
  ]);
  const declared = another((one) => {
    Object.assign(one, event, {
      errorDeclaration: { declarationTime: '2026-10-01T00:00:00Z', reason: 'did_not_occur' },
    });
  });
  expect(await captured(declared.text)).toMatchObject({ success: true });
  const id = encodeURIComponent(String(event.eventID));
  expect(await read(await ask(`/events/${id}`))).toHaveLength(2);
  expect(await found(`EQ_eventID=${id}&EXISTS_errorDeclaration=true`)).toHaveLength(1);
  expect((await ask('/events/urn:example:none')).status).toBe(404);
});

test('events without IDs that differ in what the hash leaves out are kept, and refused when they come again', async () => {
  const { document } = another((event) => delete event.eventID, ['urn:example:twins']);
  const [event] = document.epcisBody.eventList as [object];
  document.epcisBody.eventList = [event, { ...event, 'rdfs:comment': 'seen by another gate' }, event] as never;
  const text = JSON.stringify(document);
  expect(await captured(text)).toMatchObject({ success: true, errors: [] });
  const ids = idsOf(await found('MATCH_epc=urn:example:twins'));
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
  expect(await captured(text)).toMatchObject({
    success: false,
    errors: [{ status: 409 }, { status: 409 }, { status: 409 }],
  });
});

test('by rollback nothing of a document is kept, by proceed all that is right', async () => {
  const { document, event } = another();
  const objects = event.epcList as string[];
  document.epcisBody.eventList.push({ ...event, eventID: 'urn:example:wrong', action: 'MOVE' });
  const text = JSON.stringify(document);
  const refused = await send(text);
  expect(refused.status).toBe(400);
  expect((await problem(refused)).detail).toBe('eventList[1].action must be ADD, OBSERVE or DELETE (found: MOVE)');
  expect(await found(`MATCH_epc=${objects[0]}`)).toEqual([]);
  const proceed = { headers: { 'gs1-capture-error-behaviour': 'proceed' } };
  expect(await captured(text, proceed)).toMatchObject({
    success: false,
    captureErrorBehaviour: 'proceed',
    errors: [{ type: 'epcisException:ValidationException', detail: expect.stringContaining('eventList[1].action') }],
  });
  expect(idsOf(await found(`MATCH_epc=${objects[0]}`))).toEqual([event.eventID]);
});

test('one event is captured at once', async () => {
  const { event } = another();
  const context = (JSON.parse(harvestInJson) as { '@context': unknown })['@context'];
  const answer = await send(JSON.stringify({ ...event, '@context': context }), {}, '/events');
  expect(answer.status).toBe(201);
  const { pathname } = new URL(answer.headers.get('location') ?? '', server.url);
  expect(idsOf(await read(await ask(pathname.replace('/epcis', ''))))).toEqual([event.eventID]);
  // Without its prefixes in a context, the header may declare them.
  const other = another().event;
  const standard = 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld';
  const headers = { 'gs1-extensions': 'farm=https://farm.example.com/epcis/' };
  expect((await send(JSON.stringify({ ...other, '@context': standard }), { headers }, '/events')).status).toBe(201);
  expect((await send(another().text, {}, '/events')).status).toBe(400);
});

test('events are found by what, when, where and why', async () => {
  const epc = 'urn:epc:id:sscc:9521399.1234567890';
  const { text, event } = another(
    (one) =>
      Object.assign(one, {
        eventTime: '2031-05-01T12:00:00+08:00',
        bizStep: 'shipping',
        disposition: 'in_transit',
        readPoint: { id: 'urn:epc:id:sgln:9521399.00001.0' },
        bizLocation: { id: 'https://id.gs1.org/414/9521399000026' },
        quantityList: [{ epcClass: 'urn:epc:class:lgtin:9521399.012345.L9' }],
      }),
    [epc],
  );
  await captured(text);
  const own = `GE_eventTime=2031-05-01T03:59:59Z&LT_eventTime=2031-05-01T12:00:01%2B08:00`;
  const holds = [
    'eventType=ObjectEvent|AggregationEvent',
    'EQ_action=ADD',
    'EQ_bizStep=shipping',
    'EQ_bizStep=urn:epcglobal:cbv:bizstep:shipping',
    'EQ_bizStep=https://ns.gs1.org/cbv/BizStep-shipping',
    'EQ_bizStep=cbv:BizStep-shipping',
    'EQ_bizStep=https://ref.gs1.org/cbv/BizStep-shipping|receiving',
    'EQ_disposition=in_transit',
    'EQ_readPoint=https://id.gs1.org/414/9521399000019',
    'EQ_bizLocation=urn:epc:id:sgln:9521399.00002.0',
    `MATCH_epc=${epc}`,
    'MATCH_anyEPC=urn:epc:idpat:sscc:9521399.*',
    'MATCH_epcClass=https://id.gs1.org/01/09521399123459/10/L9|urn:example:other',
  ];
  const wrong = [
    'eventType=TransactionEvent',
    'EQ_action=DELETE',
    'EQ_bizStep=receiving',
    'MATCH_parentID=urn:epc:id:sscc:9521399.1234567890',
    'MATCH_epc=urn:epc:class:lgtin:9521399.012345.L9',
    'MATCH_epcClass=urn:epc:idpat:sgtin:9521399.012345.*',
    'MATCH_anyEPC=urn:epc:idpat:sscc:9521398.*',
    'EXISTS_errorDeclaration=true',
    'GE_recordTime=2131-01-01T00:00:00Z',
  ];
  for (const query of holds) {
    expect([query, idsOf(await found(`${own}&${query}`))]).toEqual([query, [event.eventID]]);
  }
  for (const query of wrong) expect([query, await found(`${own}&${query}`)]).toEqual([query, []]);
  expect(idsOf(await read(await ask(`/epcs/${encodeURIComponent(epc)}/events?${own}`)))).toEqual([event.eventID]);
  expect(idsOf(await read(await ask(`/bizSteps/shipping/events?${own}`)))).toEqual([event.eventID]);
});

test('events are found by what has no column of its own', async () => {
  const { text, event } = another(
    (one) =>
      Object.assign(one, {
        eventTime: '2033-05-01T12:00:00Z',
        errorDeclaration: {
          declarationTime: '2033-06-01T00:00:00Z',
          reason: 'incorrect_data',
          correctiveEventIDs: ['urn:example:corrected'],
          'farm:clerk': 'Zhang',
        },
      }),
    ['urn:example:faceted'],
  );
  await captured(text);
  const headers = { 'gs1-extensions': 'farm=https://farm.example.com/epcis/,other=https://other.example/' };
  const own = 'MATCH_epc=urn:example:faceted';
  const holds = [
    'EQ_persistentDisposition_set=completeness_verified',
    'EQ_bizTransaction_prodorder=urn:epcglobal:cbv:bt:9521321000018:PO-9',
    'EQ_source_owning_party=https://id.gs1.org/417/9521321000018',
    'EQ_destination_urn:epcglobal:cbv:sdt:owning_party=urn:epc:id:pgln:9521321.00002',
    'EQ_errorReason=incorrect_data',
    'EQ_correctiveEventID=urn:example:corrected',
    'LT_errorDeclarationTime=2033-07-01T00:00:00Z',
    'EXISTS_sensorElementList=true',
    'EQ_type=gs1:Temperature',
    'EQ_deviceID=https://id.gs1.org/8004/9521321T1',
    'EQ_farm:picker=Wang|Chen',
    'EQ_https://farm.example.com/epcis/%23picker=Li',
    'EXISTS_farm:weather',
    'EQ_INNER_farm:wind=3.5',
    'EQ_INNER_farm:rain=false',
    'EQ_ILMD_cbvmda:lotNumber=L-7',
    'EXISTS_ILMD_farm:field=true',
    'EQ_INNER_ILMD_farm:row=2',
    'EQ_INNER_ILMD_farm:ph=6.80',
    'EQ_ERROR_DECLARATION_farm:clerk=Zhang',
    'EQ_readPoint_farm:gate=North',
    'EQ_SENSORREPORT_farm:probe=left',
    'EQ_quantity=200.5',
    'GT_quantity_KGM=200',
    'LE_quantity_GRM=200500',
    'GE_value_CEL=4',
    'LT_value_KEL=277.2',
    'GE_time=2026-09-12T06:29:00%2B08:00',
    'GT_INNER_farm:wind=3.4',
    'LT_INNER_ILMD_farm:ph=7',
  ];
  const wrong = [
    'EQ_persistentDisposition_unset=completeness_verified',
    'EQ_bizTransaction_po=urn:epcglobal:cbv:bt:9521321000018:PO-9',
    'EQ_source_owning_party=https://id.gs1.org/417/9521321000025',
    'EQ_type=Illuminance',
    'EQ_farm:picker=Chen',
    'EXISTS_other:picker',
    'EQ_farm:wind=3.5',
    'EQ_INNER_farm:picker=Li',
    'EQ_ILMD_farm:row=2',
    'EQ_bizLocation_farm:gate=North',
    'GT_quantity_KGM=200.5',
    'EQ_quantity_LTR=200.5',
    'GT_value_CEL=4',
    'LT_time=2026-09-12T06:29:00%2B08:00',
    'GT_farm:wind=3.4',
  ];
  for (const query of holds)
    expect([query, idsOf(await found(`${own}&${query}`, { headers }))]).toEqual([query, [event.eventID]]);
  for (const query of wrong) expect([query, await found(`${own}&${query}`, { headers })]).toEqual([query, []]);
});

test('pages have each event once, whatever is captured meanwhile', async () => {
  const asset = 'urn:example:paged';
  const at = (hour: number) => `2032-01-01T0${hour}:00:00Z`;
  const add = (hour: number) => captured(another((one) => Object.assign(one, { eventTime: at(hour) }), [asset]).text);
  for (const hour of [3, 1, 4, 1, 5]) await add(hour);
  for (const order of ['', '&orderBy=eventTime&orderDirection=ASC', '&orderBy=eventTime', '&orderBy=recordTime']) {
    const ids: (string | undefined)[] = [];
    const times: string[] = [];
    let path: string | undefined = `/events?MATCH_epc=${asset}&perPage=2${order}`;
    let expected = 0;
    while (path !== undefined) {
      const answer: Response = await ask(path);
      const link = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      if (link !== undefined)
        expect(Date.parse(answer.headers.get('gs1-next-page-token-expires') ?? '')).toBeGreaterThan(0);
      const events = await read(answer);
      expected += events.length;
      ids.push(...idsOf(events));
      times.push(...events.map(({ eventTime }) => eventTime));
      path = link?.replace(/^.*\/epcis/, '');
      if (path !== undefined) await add(2);
    }
    expect(new Set(ids).size).toBe(expected);
    if (order.endsWith('ASC')) expect(times).toEqual([...times].sort());
    if (order.endsWith('=eventTime')) expect(times).toEqual([...times].sort().reverse());
  }
  const two = await ask(`/events?MATCH_epc=${asset}&orderBy=eventTime&eventCountLimit=2&perPage=1`);
  const next = /<([^>]+)>/.exec(two.headers.get('link') ?? '')?.[1]?.replace(/^.*\/epcis/, '') ?? '';
  const last = await ask(next);
  expect([(await read(last)).length, last.headers.get('link')]).toEqual([1, null]);
  expect((await ask(`/events?MATCH_epc=${asset}&maxEventCount=2`)).status).toBe(413);
  for (const token of ['x', next.replace(/^.*nextPageToken=/, '').replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'))]) {
    expect(
      (await ask(`/events?MATCH_epc=${asset}&orderBy=eventTime&eventCountLimit=2&nextPageToken=${token}`)).status,
    ).toBe(400);
  }
  expect((await ask(next.replace('paged', 'other'))).status).toBe(400);
});

test('numbers of any length are sorted by their size', async () => {
  const long = [898, 950, 999, 1000].map((zeros) => `1${'0'.repeat(zeros)}`);
  const numbers = [...long.toReversed().map((one) => `-${one}`), '-2', '0', '7', '12', ...long];
  const rows = await server.sql<{ number: string }[]>`
    select n as number from unnest(${numbers.toReversed()}::text[]) n
    order by epcis_order(array['rank=' || n], array['rank=']) collate "C"`;
  expect(rows.map(({ number }) => number)).toEqual(numbers);
});

test('the ID of an event about a range of codes is taken, and one that is made up alike is not', async () => {
  const [row] = await server.sql<{ id: number; recorded_at: Date }[]>`
    insert into trace_event (act, event_time, utc_offset) values (23, now(), 0) returning id, recorded_at`;
  const { id = 0, recorded_at: recordedAt = new Date() } = row ?? {};
  await server.sql`insert into event_range (event_id, first_id, last_id) values (${id}, 1, 1000)`;
  const taken = spanEventId({ id, recordedAt }, 7);
  const madeUp = spanEventId({ id, recordedAt: new Date(0) }, 7);
  const errorsOf = async (eventID: string) => {
    const job = await captured(another((one) => Object.assign(one, { eventID })).text);
    return (job.errors as { status: number }[]).map(({ status }) => status);
  };
  expect([await errorsOf(taken), await errorsOf(madeUp)]).toEqual([[409], []]);
  expect(await found(`EQ_eventID=${madeUp}`)).toHaveLength(1);
});

test('events are sorted by an extension: numbers by their size, moments whatever their zone is, texts by code points', async () => {
  const asset = 'urn:example:sorted';
  const groups = [
    [-12.5, -12, '-0.5', 0, 0.05, 0.5, 3, '12', 12.5, 1000],
    ['2024-02-29T23:30:00-01:00', '2024-03-01T00:31:00Z', '2024-03-01T01:32:00.5+01:00'],
    ['2024-02-30T00:00:00Z', 'A', 'a', 'b 2', '中', '\ufffd', '\u{1f34e}'],
  ].flat();
  const shuffled = groups
    .map((value, at) => [(at * 7) % groups.length, value] as const)
    .sort(([one], [other]) => one - other);
  for (const [, value] of shuffled)
    await captured(another((one) => Object.assign(one, { 'farm:rank': value }), [asset]).text);
  await captured(another((one) => Object.assign(one, { eventID: 'urn:example:unranked' }), [asset]).text);
  const headers = { 'gs1-extensions': 'farm=https://farm.example.com/epcis/' };
  const ranks = async (query: string) => {
    const all: (string | undefined)[] = [];
    for (let path: string | undefined = `/events?MATCH_epc=${asset}&orderBy=farm:rank${query}`; path; ) {
      const answer: Response = await ask(path, { headers });
      const link = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      for (const { extensions } of await read(answer)) {
        const rank = extensions.find(({ name }) => name.local === 'rank')?.value;
        all.push(rank && 'text' in rank ? rank.text : undefined);
      }
      path = link?.replace(/^.*\/epcis/, '');
    }
    return all;
  };
  const ascending = [undefined, ...groups.map(String)];
  for (const perPage of [4, 100]) {
    expect(await ranks(`&orderDirection=ASC&perPage=${perPage}`)).toEqual(ascending);
    expect(await ranks(`&perPage=${perPage}`)).toEqual(ascending.toReversed());
  }
  expect(await ranks('&eventCountLimit=2')).toEqual(['\u{1f34e}', '\ufffd']);
  for (const field of ['undeclared:rank', 'rank', 'bizStep'])
    expect((await ask(`/events?orderBy=${field}`, { headers })).status).toBe(400);
});

test('a class is found by the pattern of its serial numbers, which EPCIS 1.x names it by', async () => {
  const pattern = 'urn:epc:idpat:sgtin:9521377.012345.*';
  const { text, event } = another((one) => Object.assign(one, { quantityList: [{ epcClass: pattern, quantity: 3 }] }));
  await captured(text);
  for (const epcClass of [pattern, 'https://id.gs1.org/01/09521377123457'])
    expect(idsOf(await found(`MATCH_epcClass=${encodeURIComponent(epcClass)}`))).toEqual([event.eventID]);
  expect(await found(`MATCH_epc=${pattern}`)).toEqual([]);
});

test('a partner sees what it captured, and nothing of others', async () => {
  const { text, event } = another();
  await captured(text);
  const own = another();
  expect(await captured(own.text, { key: dealers })).toMatchObject({ success: true });
  const all = { key: dealers };
  expect(idsOf(await found('', all))).toEqual([own.event.eventID]);
  expect(await found(`EQ_eventID=${event.eventID}`, all)).toEqual([]);
  expect((await ask(`/events/${event.eventID}`, all)).status).toBe(404);
  expect(idsOf(await found(`EQ_eventID=${own.event.eventID}`))).toEqual([own.event.eventID]);
  const jobs = (await (await ask('/capture')).json()) as { captureID: string }[];
  expect(jobs.length).toBeGreaterThan(1);
  const theirs = (await (await ask('/capture', all)).json()) as { captureID: string }[];
  expect(theirs).toHaveLength(1);
  const others = jobs.find(({ captureID }) => captureID !== theirs[0]?.captureID);
  expect((await ask(`/capture/${others?.captureID}`, all)).status).toBe(404);
});

test('values of events are collections', async () => {
  const members = async (path: string): Promise<string[]> => {
    const collected: string[] = [];
    let next: string | undefined = path;
    while (next !== undefined) {
      const answer: Response = await ask(next);
      const body = (await answer.json()) as { type: string; member: string[] };
      expect([answer.status, body.type]).toEqual([200, 'Collection']);
      collected.push(...body.member);
      next = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]?.replace(/^.*\/epcis/, '');
    }
    expect(new Set(collected).size).toBe(collected.length);
    return collected;
  };
  const { text, event } = another((one) =>
    Object.assign(one, {
      bizStep: 'urn:example:step',
      readPoint: { id: 'urn:example:gate' },
      bizLocation: { id: 'urn:example:yard' },
    }),
  );
  await captured(text);
  const [object] = event.epcList as string[];
  expect(await members('/')).toEqual(expect.arrayContaining(['capture', 'events', 'epcs', 'bizSteps']));
  expect(await members('/eventTypes')).toEqual(expect.arrayContaining(['ObjectEvent', 'AssociationEvent']));
  expect(await members('/bizSteps?perPage=7')).toEqual(expect.arrayContaining(['shipping', 'urn:example:step']));
  expect(await members('/dispositions')).toContain('in_transit');
  expect(await members('/readPoints?perPage=1')).toContain('urn:example:gate');
  expect(await members('/bizLocations')).toContain('urn:example:yard');
  expect(await members('/epcs?perPage=3')).toContain(object);
  expect(await members(`/epcs/${object}`)).toEqual(['events']);
  expect(await members('/bizSteps/urn:example:step')).toEqual(['events']);
  expect((await ask('/epcs/urn:example:none')).status).toBe(404);
  expect(await read(await ask('/epcs/urn:example:none/events'))).toEqual([]);
  const theirs = (await (await ask('/epcs', { key: dealers })).json()) as { member: string[] };
  expect(theirs.member).not.toContain(object);
});

test('what is not allowed or not understood is refused by an exception of EPCIS', async () => {
  const asker = await keyFor(['epcis:query']);
  const { text } = another();
  const refusals: [Response, number, string][] = [
    [await ask('/events', { key: 'none' }), 401, 'SecurityException'],
    [await send(text, { key: asker }), 403, 'SecurityException'],
    [await send('<a/>', { type: 'text/plain' }), 415, 'UnsupportedMediaTypeException'],
    [await send('{"a":'), 400, 'ValidationException'],
    [await send('<a>', { type: 'application/xml' }), 400, 'ValidationException'],
    [await send(`"${'a'.repeat(17 * 2 ** 20)}"`), 413, 'CaptureLimitExceededException'],
    [await send(text, { headers: { 'gs1-capture-error-behaviour': 'all' } }), 400, 'ValidationException'],
    [await send(text, { headers: { 'gs1-epcis-version': '1.2' } }), 406, 'NotAcceptableException'],
    [await ask('/events', { headers: { 'gs1-epcis-min': '2.1' } }), 406, 'NotAcceptableException'],
    [await ask('/events', { headers: { accept: 'text/csv' } }), 406, 'NotAcceptableException'],
    [await ask('/events', { headers: { 'gs1-epc-format': 'none' } }), 400, 'ValidationException'],
    [await ask('/events?EQ_nothing=1'), 400, 'QueryParameterException'],
    [await ask('/events?EQ_action=MOVE'), 400, 'QueryParameterException'],
    [await ask('/events?GE_eventTime=yesterday'), 400, 'QueryParameterException'],
    [await ask('/events?eventCountLimit=5'), 400, 'QueryParameterException'],
    [await ask('/events?orderBy=eventTime&orderDirection=UP'), 400, 'QueryParameterException'],
    [await ask('/events?MATCH_epc=no%20uri'), 400, 'QueryParameterException'],
    [await ask('/events?EQ_farm:rain=1'), 400, 'QueryParameterException'],
    [await ask('/events?HASATTR_parentID=urn:a:b'), 400, 'QueryParameterException'],
    [await ask('/nothing'), 404, 'NoSuchResourceException'],
    [await ask('/capture/none'), 404, 'NoSuchResourceException'],
  ];
  for (const [answer, status, type] of refusals) {
    const body = await problem(answer);
    expect([answer.url, answer.status, body.status, body.type]).toEqual([
      answer.url,
      status,
      status,
      `epcisException:${type}`,
    ]);
    expect(answer.headers.get('gs1-epcis-version')).toBe('2.0.0');
  }
  const inXml = await ask('/events?EQ_nothing=1', { headers: { accept: 'application/xml' } });
  expect(inXml.headers.get('content-type')).toContain('application/problem+xml');
  expect(await inXml.text()).toContain('<type>epcisException:QueryParameterException</type>');
});

test('characters and names that no database holds are refused, or told in other words', async () => {
  const proceed = { headers: { 'gs1-capture-error-behaviour': 'proceed' } };
  const wrong = another((one) => Object.assign(one, { action: 'A\0\ud800', 'farm:\0': 1, 'farm:x': '\0' }));
  expect(await captured(wrong.text, proceed)).toMatchObject({ success: false });
  const far = another((one) => Object.assign(one, { eventTime: '0000-01-01T00:00:00Z' }));
  const long = another((one) => Object.assign(one, { [`farm:${'n'.repeat(5000)}`]: 4 }));
  const declared = another().text.replace('https://farm.example.com/epcis/', 'https://farm.example.com/\\u0000');
  for (const text of [far.text, long.text, declared]) expect((await send(text)).status).toBe(400);
  const wide = another((one) =>
    Object.assign(one, { [`farm:${'n'.repeat(1900)}`]: 4, 'farm:text': '长'.repeat(3000) }),
  );
  expect(await captured(wide.text)).toMatchObject({ success: true });
});

test('discovery tells methods, versions and limits', async () => {
  const answer = await ask('/capture', { method: 'OPTIONS' });
  expect(answer.status).toBe(204);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    allow: 'OPTIONS, GET, POST',
    'gs1-epcis-version': '2.0.0',
    'gs1-epcis-min': '2.0.0',
    'gs1-cbv-max': '2.0.0',
    'gs1-epc-format': 'Always_GS1_Digital_Link',
    'gs1-capture-error-behaviour': 'all',
    'gs1-epcis-capture-limit': '10000',
  });
  // Tokens of pages expire, and cannot be ended.
  const ended = await ask('/nextPageToken/any', { method: 'DELETE' });
  expect([ended.status, (await problem(ended)).type]).toEqual([501, 'epcisException:ImplementationException']);
});

test('pages of other origins make requests, and see the headers of GS1', async () => {
  const origin = 'https://partner.example';
  const other = await testServer({ SUYUAN_CONSOLE_ORIGINS: origin }, server);
  const preflight = await other.fetch('/epcis/events', {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'gs1-extensions' },
  });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('gs1-extensions');
  expect([preflight.status, preflight.headers.get('allow')]).toEqual([204, null]);
  const discovery = await other.fetch('/epcis/events', { method: 'OPTIONS', headers: { origin } });
  expect([discovery.status, discovery.headers.get('allow')]).toEqual([204, 'OPTIONS, GET, POST']);
  const answer = await other.fetch('/epcis/events?perPage=1', { headers: { origin, authorization: `Bearer ${erp}` } });
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  expect(answer.headers.get('access-control-expose-headers')).toContain('gs1-next-page-token-expires');
  expect(answer.headers.get('access-control-expose-headers')).toContain('retry-after');
  const stranger = await other.fetch('/epcis/events', {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
  });
  expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
  await other.stop();
});

test('a job is told in XML, too', async () => {
  const answer = await send(another().text);
  const { pathname } = new URL(answer.headers.get('location') ?? '', server.url);
  const job = await ask(pathname.replace('/epcis', ''), { headers: { accept: 'application/xml' } });
  expect(await job.text()).toMatch(
    /<epcis:EPCISCaptureJob [^>]*running="false" success="true">.*<\/epcis:EPCISCaptureJob>/,
  );
});

test('documents at the same time that have one event keep it once', async () => {
  const { text, event } = another();
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(text)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(202));
  expect(await found(`EQ_eventID=${event.eventID}`)).toHaveLength(1);
  const jobs = await Promise.all(
    answers.map(async ({ headers }) => {
      const { pathname } = new URL(headers.get('location') ?? '', server.url);
      return (await (await ask(pathname.replace('/epcis', ''))).json()) as { success: boolean };
    }),
  );
  expect(jobs.filter(({ success }) => success)).toHaveLength(1);
});

test('events are found by the master data of their places and classes', async () => {
  const [site, gate, other] = ['site', 'gate', 'other'].map((name) => `urn:example:place:${name}`) as [
    string,
    string,
    string,
  ];
  const { document, event } = another((one) =>
    Object.assign(one, {
      readPoint: { id: gate },
      bizLocation: { id: 'https://id.gs1.org/414/9521399000033' },
      quantityList: [{ epcClass: 'urn:epc:class:lgtin:9521399.012345.M1' }],
    }),
  );
  const attribute = (id: string, value: string) => ({ id, attribute: value });
  const vocabulary = (type: string, elements: object[]) => ({ type, vocabularyElementList: elements });
  const vocabularyList = [
    vocabulary('urn:epcglobal:epcis:vtype:ReadPoint', [
      { id: site, attributes: [attribute('cbvmda:site', 'S-1')], children: ['urn:example:place:hall'] },
      { id: 'urn:example:place:hall', attributes: [], children: [gate] },
      { id: gate, attributes: [attribute('urn:epcglobal:cbv:mda#ssa', '7')] },
    ]),
    vocabulary('urn:epcglobal:epcis:vtype:EPCClass', [
      { id: 'urn:epc:class:lgtin:9521399.012345.M1', attributes: [attribute('cbvmda:netContent', '2')] },
    ]),
  ];
  Object.assign(document, { epcisHeader: { epcisMasterData: { vocabularyList } } });
  expect(await captured(JSON.stringify(document))).toMatchObject({ success: true });
  const holds = [
    `WD_readPoint=${site}`,
    `WD_readPoint=${gate}`,
    'WD_bizLocation=urn:epc:id:sgln:9521399.00003.0',
    'HASATTR_readPoint=cbvmda:ssa',
    `EQATTR_readPoint_${encodeURIComponent('urn:epcglobal:cbv:mda#ssa')}=7`,
    'EQ_ATTR_epcClass_cbvmda:netContent=2',
  ];
  for (const query of holds) expect([query, idsOf(await found(query))]).toEqual([query, [event.eventID]]);
  const fails = [`WD_readPoint=${other}`, 'HASATTR_bizLocation=cbvmda:ssa', 'EQATTR_readPoint_cbvmda:ssa=8'];
  for (const query of fails) expect([query, await found(query)]).toEqual([query, []]);
});

test('Digital Links come as EPC URNs for those who ask, once the company prefix is known', async () => {
  const [link, urn] = ['https://id.gs1.org/01/09531234000012/21/7', 'urn:epc:id:sgtin:9531234.000001.7'];
  await captured(another(() => {}, [link]).text);
  const asked = async () => {
    const headers = { 'gs1-epc-format': 'Always_EPC_URN' };
    const [event] = await found(`MATCH_epc=${encodeURIComponent(urn)}`, { headers });
    return event?.epcList;
  };
  expect(await asked()).toEqual([link]);
  await server.data(partner.add, { partner_code: 'P-URN', partner_name: 'Carrier', gs1_prefixes: '9531234 4012345' });
  expect(await asked()).toEqual([urn]);
  const { status } = await server.call(partner.add, { partner_code: 'P-X', partner_name: 'X', gs1_prefixes: '95-3' });
  expect(status).toBe(400);
});
