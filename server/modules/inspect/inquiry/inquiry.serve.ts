import {
  declareWrong,
  type EpcisFormat,
  informationEpcis,
  informationInquiry,
} from '@suyuan/contract/inspect/information-inquiry.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { epcisDocument, jsonLd } from '#trace/epcis/epcis-document.ts';
import { xml } from '#trace/epcis/xml.ts';
import { journeyOf } from '#trace/journey/code-journey.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { doneNow } from '#trace/lookup/events-together.ts';
import { informationOf } from './code-information.ts';
import { undoneBy } from './declare-wrong.ts';

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
    const captured = await shared.capture.event({
      ...what,
      event,
      error,
      reason: reason.trim(),
      ...doneNow(caller),
    });
    if ('refused' in captured) throw await lookup.refusal(captured.refused);
    return { event_id: captured.eventId, units: captured.units };
  });

  routes.serve(informationEpcis, async ({ code, format = 'jsonld' }, caller) => {
    const { ids } = await CodeLookup.resolveOrThrow(services, shared, caller, [code]);
    const [id] = ids as [number];
    const journey = await journeyOf(sql, id);
    const texts = await shared.rules.texts(sql, [id]);
    const name = `epcis-${texts.get(id) ?? id}.${format}`;
    const { type, write } = bindings[format];
    const head = { type, disposition: `attachment; filename*=UTF-8''${encodeURIComponent(name)}` };
    const reading = { sql, rules: shared.rules, publicUrl: services.publicUrl() };
    await answers.send(caller, head, async function* () {
      yield new TextEncoder().encode(`${write(await epcisDocument(reading, journey))}\n`);
    });
    return null;
  });
}

const bindings = {
  jsonld: { type: 'application/ld+json', write: jsonLd },
  xml: { type: 'application/xml', write: xml },
} as const satisfies Record<EpcisFormat, object>;
