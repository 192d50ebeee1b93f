import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EpcisEvent } from '#epcis/model/event.ts';
import { vocabularies } from '#epcis/model/vocabulary.ts';
import { anyGiven, captureAll } from '#test/goods/any-histories.ts';
import { captureServer } from '#test/goods/capture-server.ts';
import { newRecall } from '#test/goods/capture-stage.ts';
import { OwnUris } from '#trace/epcis/own-uri.ts';
import { keepEvents } from '../capture/keep-events.ts';
import { parametersOf } from './conditions/parameters.ts';
import { findEvents } from './find-events.ts';
import type { PageEnd } from './pages/page-token.ts';

// What the enterprise did itself is found by the same queries as if somebody had captured the same events.

const { server, capture } = await captureServer();
const codeOf = (text: string) => Number(/C(\d+)$/.exec(text)?.[1]);
const reading = {
  sql: server.sql,
  own: new OwnUris('https://trace.example'),
  rules: {
    texts: async (_: unknown, ids: readonly number[]) => new Map(ids.map((id) => [id, `C${id}`])),
    find: async (_: unknown, texts: readonly string[]) =>
      texts.map((text) => (codeOf(text) ? { id: codeOf(text), code: text, rule: { id: 1, name: '' } } : undefined)),
  },
};

/** All events that a query finds, page by page, without when they were recorded. */
async function found(query: Record<string, string>, perPage: number): Promise<EpcisEvent[]> {
  const all: EpcisEvent[] = [];
  let from: PageEnd | undefined;
  let pages = 0;
  do {
    expect(++pages, JSON.stringify({ query, perPage, from })).toBeLessThan(1000);
    const asked = { parameters: parametersOf(query, []), perPage, from, extensions: [], viewer: 'enterprise' } as const;
    const page = await findEvents(reading, asked);
    expect(page.events.length).toBeLessThanOrEqual(perPage);
    all.push(...page.events);
    from = page.end;
  } while (from);
  return all;
}

const keyOf = ({ recordTime: _, namespaces: __, ...event }: EpcisEvent) => JSON.stringify(sorted(event));
const sorted = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted()
          .map(([key, one]) => [key, sorted(one)]),
      )
    : value;

/** Queries with what events say, and with what none says. */
function queriesOf(events: readonly EpcisEvent[]): fc.Arbitrary<Record<string, string>> {
  const among = (values: readonly (string | undefined)[]) =>
    fc
      .uniqueArray(fc.constantFrom(...values.filter((one) => one !== undefined), 'urn:example:none'), {
        minLength: 1,
        maxLength: 2,
      })
      .map((some) => some.join('|'));
  const objects = events.flatMap((one) => [...(one.epcList ?? []), ...(one.childEPCs ?? []), one.parentID]);
  const classes = events.flatMap(({ quantityList = [] }) => quantityList.map(({ epcClass }) => epcClass));
  const times = events.map(({ eventTime }) => eventTime).toSorted();
  const moment = fc.constantFrom(...times, '2001-01-01T00:00:00Z');
  const parameters = {
    eventType: fc.constantFrom('ObjectEvent', 'AggregationEvent', 'ObjectEvent|TransactionEvent'),
    EQ_action: fc.constantFrom('ADD', 'OBSERVE|DELETE'),
    GE_eventTime: moment,
    LT_eventTime: moment,
    EQ_bizStep: fc.constantFrom(...vocabularies.bizStep.words),
    EQ_disposition: fc.constantFrom('active', 'recalled', 'inactive', 'destroyed', 'unknown'),
    EQ_persistentDisposition_set: fc.constantFrom('completeness_verified', 'completeness_inferred'),
    EQ_readPoint: among(events.map(({ readPoint }) => readPoint?.id)),
    EQ_bizLocation: among(events.map(({ bizLocation }) => bizLocation?.id)),
    EQ_eventID: among(events.map(({ eventID }) => eventID)),
    MATCH_epc: among(objects),
    MATCH_anyEPC: among(objects),
    MATCH_parentID: among(events.map(({ parentID }) => parentID)),
    MATCH_anyEPCClass: among(classes),
    EXISTS_errorDeclaration: fc.constant('true'),
    EQ_errorReason: fc.constantFrom('incorrect_data', 'did_not_occur'),
    EQ_correctiveEventID: among(events.flatMap((one) => one.errorDeclaration?.correctiveEventIDs ?? [])),
  };
  const order = fc.constantFrom({}, { orderBy: 'eventTime' }, { orderBy: 'recordTime', orderDirection: 'ASC' });
  const one = (name: keyof typeof parameters) =>
    (parameters[name] as fc.Arbitrary<string>).map((value) => [name, value]);
  return fc
    .tuple(
      fc
        .uniqueArray(fc.constantFrom(...(Object.keys(parameters) as (keyof typeof parameters)[])), {
          minLength: 1,
          maxLength: 2,
        })
        .chain((names) => fc.tuple(...names.map(one))),
      order,
    )
    .map(([pairs, orderBy]) => ({ ...Object.fromEntries(pairs), ...orderBy }));
}

test('own events are found like captured ones', { timeout: 600_000 }, async () => {
  await server.sql`update product set gtin = '06901234567892' where id = 1`;
  const recall = await newRecall(server.sql);
  const histories = fc.sample(fc.array(anyGiven(recall), { minLength: 6, maxLength: 20 }), 6);
  for (const [at, history] of histories.entries()) {
    await captureAll({ sql: server.sql, capture }, [{ act: 'pack', parent: 16, children: [] }, ...history], {
      workOrderId: at + 1,
      reason: 'misread',
    });
  }
  const own = await found({}, 30);
  expect(own.length).toBeGreaterThan(20);
  await keepEvents(
    server.sql,
    own.map((event, position) => ({ position, event: event as EpcisEvent & { eventID: string } })),
    { captureId: null, accountId: 1 },
  );
  await fc.assert(
    fc.asyncProperty(queriesOf(own), fc.integer({ min: 1, max: 40 }), async (query, perPage) => {
      const counts = new Map<string, number>();
      const events = await found(query, perPage);
      for (const key of events.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
      expect([...counts.values()].filter((count) => count !== 2)).toEqual([]);
      if (query.orderBy === 'eventTime') {
        const moments = events.map(({ eventTime }) => Date.parse(eventTime));
        expect(moments).toEqual(moments.toSorted((one, other) => other - one));
      }
    }),
    { numRuns: 150 },
  );
});
