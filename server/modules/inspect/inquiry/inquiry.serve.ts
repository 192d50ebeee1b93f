import {
  declareWrong,
  type EpcisFormat,
  informationEpcis,
  informationInquiry,
} from '@suyuan/contract/inspect/information-inquiry.ts';
import { type MarkingEvent, markingEvents } from '@suyuan/contract/trace/error-declaration.ts';
import { type EventType, eventTypeOf } from '@suyuan/contract/trace/events.ts';
import { writeJsonDocument } from '#epcis/json/write-document.ts';
import { writeXmlDocument } from '#epcis/xml/write-document.ts';
import type { Connection } from '#platform/database/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { RetractEvent, UnmarkEvent } from '#trace/capture/context/event-input.ts';
import { epcisDocument } from '#trace/epcis/epcis-document.ts';
import { OwnUris } from '#trace/epcis/own-uri.ts';
import { journeyOf } from '#trace/flow/code-journey.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { doneNow } from '#trace/lookup/events-together.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { informationOf } from './code-information.ts';

/** 信息查询: serves everything about one code. */
export default function serveInformationInquiry(services: Services, shared: SharedServices): void {
  const { routes, system, answers } = services;
  const { sql } = system.enterprise;

  routes.serve(informationInquiry, async ({ code }, caller) => {
    const { ids } = await CodeLookup.resolveOrThrow(services, shared, caller, [code]);
    return informationOf({ sql, db: caller.db, shared }, ids[0] as number);
  });

  routes.serve(declareWrong, async ({ code, event_id: event, error, reason }, caller) => {
    const { lookup, ids } = await CodeLookup.resolveOrThrow(services, shared, caller, [code]);
    const [id] = ids as [number];
    const what = await undoneBy(sql, id, event);
    if (!what) throw await lookup.refusal([{ code: id, reason: 'not_declared' }]);
    const outcome = await shared.capture.event({
      ...what,
      event,
      error,
      reason: reason.trim(),
      ...doneNow(caller),
    });
    if ('refused' in outcome) throw await lookup.refusal(outcome.refused);
    return { event_id: outcome.eventId, units: outcome.units };
  });

  routes.serve(informationEpcis, async ({ code, format = 'jsonld' }, caller) => {
    const { ids } = await CodeLookup.resolveOrThrow(services, shared, caller, [code]);
    const [id] = ids as [number];
    const journey = await journeyOf(sql, id);
    const texts = await shared.rules.texts(sql, [id]);
    const name = `epcis-${texts.get(id) ?? id}.${format}`;
    const { type, write } = bindings[format];
    const head = { type, disposition: `attachment; filename*=UTF-8''${encodeURIComponent(name)}` };
    const context = { sql, rules: shared.rules, own: new OwnUris(services.publicUrl()) };
    await answers.send(caller, head, async function* () {
      yield new TextEncoder().encode(`${write(await epcisDocument(context, journey))}\n`);
    });
    return null;
  });
}

const bindings = {
  jsonld: { type: 'application/ld+json', write: writeJsonDocument },
  xml: { type: 'application/xml', write: writeXmlDocument },
} as const satisfies Record<EpcisFormat, object>;

type What = Pick<RetractEvent, 'act' | 'parent'> | Pick<UnmarkEvent, 'act' | 'did' | 'codes' | 'cause'>;

/** The undoing that declares an event wrong; undefined for a correction, and for kinds that another event reverses. */
async function undoneBy(sql: Connection, code: number, event: number): Promise<What | undefined> {
  const [row] = await sql<{ act: number; corrects: number | null; reason: string | null }[]>`
    select act, corrects, reason from trace_event where id = ${event}`;
  if (!row || !(await journeyOf(sql, code)).events.includes(event)) throw notFound('trace_event');
  const eventType = eventTypeOf(row.act);
  if (row.corrects !== null) return undefined;
  if (eventType === 'pack') return { act: 'retract', parent: await packedInto(sql, code, event) };
  if (!isMarking(eventType)) return undefined;
  const rows = await sql<{ code: number }[]>`select code from event_code where event_id = ${event} order by code`;
  return { act: 'unmark', did: eventType, codes: rows.map((one) => one.code), cause: row.reason };
}

const isMarking = (eventType: EventType): eventType is MarkingEvent =>
  markingEvents.some((event) => event === eventType);

/**
 * The package that an event packed: the set that it confirmed, or the package around the code or around one of its packages; else
 * the code itself.
 */
async function packedInto(sql: Connection, code: number, event: number): Promise<number> {
  const codes = await readCodes(sql, [code]);
  const record = codes.of(code);
  const set = codes.setCodeOf(code)?.outermost;
  if (set !== undefined && codes.get(set)?.confirmedBy?.id === event) return set;
  return [record, ...codes.above(record)].find(({ packedBy }) => packedBy?.id === event)?.parent ?? code;
}
