import type { InputOf } from '@suyuan/contract/call/call.ts';
import {
  type EpcisEventRow,
  epcisEvent,
  epcisEventDetail,
  epcisEventFile,
  mostOfFile,
} from '@suyuan/contract/integration/epcis-event.ts';
import { writeBareJsonEvent } from '#epcis/json/write-document.ts';
import type { EpcisEvent } from '#epcis/model/event.ts';
import type { WriteOptions } from '#epcis/model/write-options.ts';
import type { Account } from '#platform/caller.ts';
import { badInput, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { queryDocument } from '../answer/query-document.ts';
import { EpcisException } from '../problem/epcis-exception.ts';
import type { Parameters } from './conditions/parameters.ts';
import { findEvents } from './find-events.ts';
import type { PageEnd } from './pages/page-token.ts';
import { readerFor } from './reader.ts';

type Filters = Omit<InputOf<typeof epcisEventFile>, 'format'> & { readonly id?: string };

/** How far a list goes; a filter leads further. */
const reach = 2000;
const shownObjects = 3;
/** As they came. */
const formats: WriteOptions = { words: 'as-it-came' };

/** EPCIS 事件: serves events to people of the enterprise, by the same query as other systems have. */
export default function serveEvents(services: Services, { rules }: SharedServices): void {
  const { routes, answers } = services;
  const find = async (account: Account, parameters: Parameters, perPage: number) => {
    const { reading, viewer } = await readerFor(services, rules, account);
    return asFilters(async () => {
      const events: EpcisEvent[] = [];
      let from: PageEnd | undefined;
      do {
        const page = await findEvents(reading, {
          parameters,
          perPage: perPage - events.length,
          from,
          extensions: [],
          viewer,
        });
        events.push(...page.events);
        from = page.end;
      } while (from && events.length < perPage);
      return { events, end: from };
    });
  };

  routes.serve(epcisEvent.page, async ({ page = 1, size = 20, sort = '-event_time', ...filters }, { account }) => {
    const last = Math.floor(reach / size);
    if (page > last) throw badInput({ path: 'page', reason: 'too_large', params: { limit: last } });
    const { events, end } = await find(account, parametersOf(filters, sort), page * size);
    const rows = events.slice((page - 1) * size).map(rowOf);
    // Whether there is more is known, but not how much.
    return { rows, total: events.length + (end ? 1 : 0), more: end !== undefined, searched: null };
  });

  routes.serve(epcisEventDetail, async ({ id }, { account }) => {
    const { events } = await find(account, parametersOf({ id }, '-event_time'), 100);
    const event = events.find((one) => idOf(one) === id);
    if (!event) throw notFound('epcis_event');
    return {
      json: JSON.stringify(JSON.parse(writeBareJsonEvent(event)), null, 2),
      xml: queryDocument({ queryName: 'SimpleEventQuery', events: [event] }, formats, 'xml'),
    };
  });

  routes.serve(epcisEventFile, async ({ format, ...filters }, caller) => {
    const { events } = await find(caller.account, parametersOf(filters, '-event_time'), mostOfFile);
    const text = queryDocument({ queryName: 'SimpleEventQuery', events }, formats, format === 'xml' ? 'xml' : 'json');
    const [type, end] = format === 'xml' ? ['application/xml', 'xml'] : ['application/ld+json', 'jsonld'];
    const head = { type, disposition: `attachment; filename="events.${end}"` };
    await answers.send(caller, head, async function* () {
      yield Buffer.from(text);
    });
  });
}

/** The parameters of EPCIS that the filters of a list stand for. */
function parametersOf(filters: Filters, sort: string): Parameters {
  const given: [string, string | undefined][] = [
    ['eventType', filters.type],
    ['EQ_bizStep', filters.biz_step],
    ['EQ_disposition', filters.disposition],
    ['EQ_readPoint', filters.read_point],
    ['EQ_bizLocation', filters.biz_location],
    ['EQ_eventID', filters.event_id ?? filters.id?.split(' ')[0]],
    ['GE_eventTime', filters.from],
    ['LT_eventTime', filters.to],
  ];
  const epc = filters.epc?.trim();
  return new Map<string, readonly string[]>([
    ...given.flatMap(([name, value]): [string, string[]][] => (value?.trim() ? [[name, [value.trim()]]] : [])),
    ...(epc ? [[isClass(epc) ? 'MATCH_anyEPCClass' : 'MATCH_anyEPC', [epc]] as [string, string[]]] : []),
    ['orderBy', [sort.endsWith('record_time') ? 'recordTime' : 'eventTime']],
    ['orderDirection', [sort.startsWith('-') ? 'DESC' : 'ASC']],
  ]);
}

const isClass = (epc: string): boolean => /^urn:epc:class:|\/01\/\d{14}(?:\/10\/[^/]+)?\/?$/.test(epc);

/** The filters by the parameters that the query names in its refusals. */
const filterOf: Readonly<Record<string, string>> = {
  EQ_bizStep: 'biz_step',
  EQ_disposition: 'disposition',
  EQ_readPoint: 'read_point',
  EQ_bizLocation: 'biz_location',
  EQ_eventID: 'event_id',
  MATCH_anyEPC: 'epc',
  MATCH_anyEPCClass: 'epc',
};

/** Refuses a filter as every list does. */
async function asFilters<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EpcisException)) throw error;
    const path = Object.entries(filterOf).find(([name]) => error.message.includes(name))?.[1] ?? 'epc';
    const isWord = path === 'biz_step' || path === 'disposition';
    throw badInput({ path, reason: isWord ? 'no_cbv_word' : 'no_uri' });
  }
}

/** An event that was declared wrong has the ID of what it declares. */
const idOf = ({ eventID, errorDeclaration }: EpcisEvent): string =>
  [eventID, ...(errorDeclaration ? [errorDeclaration.declarationTime] : [])].join(' ');

function rowOf(event: EpcisEvent): EpcisEventRow {
  const classes = [event.quantityList, event.childQuantityList, event.inputQuantityList, event.outputQuantityList];
  const objects = [
    ...(event.parentID === undefined ? [] : [event.parentID]),
    ...[event.epcList, event.childEPCs, event.inputEPCList, event.outputEPCList].flatMap((list) => list ?? []),
    ...classes.flatMap((list) => list ?? []).map(({ epcClass }) => epcClass),
  ];
  return {
    id: idOf(event),
    event_time: new Date(event.eventTime).toISOString(),
    type: event.type,
    action: event.action ?? null,
    biz_step: event.bizStep ?? null,
    disposition: event.disposition ?? null,
    objects: objects.slice(0, shownObjects),
    object_count: objects.length,
    read_point: event.readPoint?.id ?? null,
    biz_location: event.bizLocation?.id ?? null,
    record_time: new Date(event.recordTime ?? event.eventTime).toISOString(),
    event_id: event.eventID ?? '',
    declared: event.errorDeclaration !== undefined,
  };
}
