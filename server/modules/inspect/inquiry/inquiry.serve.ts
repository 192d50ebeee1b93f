import {
  declareWrong,
  informationEpcis,
  informationInquiry,
} from '../../../../contract/inspect/information-inquiry.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { AskedCodes } from '../../../trace/asked/asked-codes.ts';
import { doneNow } from '../../../trace/asked/moment.ts';
import { journeyOf } from '../../../trace/state/code-journey.ts';
import { informationOf } from './code-information.ts';
import { undoneBy } from './declare-wrong.ts';
import { epcisDocument } from './epcis.ts';

/** 信息查询: serves everything about one code. */
export default function serveInformationInquiry(services: Services, rooms: Rooms): void {
  const { routes, system, answers } = services;
  const { sql } = system;

  routes.serve(informationInquiry, async ({ code }, caller) => {
    const { ids } = await AskedCodes.read(services, rooms, caller, [code]);
    return informationOf({ sql, db: caller.db, rooms }, ids[0] as number);
  });

  routes.serve(declareWrong, async ({ code, event_id: event, error, reason }, caller) => {
    const { asked, ids } = await AskedCodes.read(services, rooms, caller, [code]);
    const [id] = ids as [number];
    const what = await undoneBy(sql, id, event);
    if (!what) throw await asked.refusal([{ code: id, reason: 'not_declared' }]);
    const captured = await rooms.capture.act({
      ...what,
      event,
      error,
      reason: reason.trim(),
      ...doneNow(caller),
    });
    if ('refused' in captured) throw await asked.refusal(captured.refused);
    return { event_id: captured.eventId, units: captured.units };
  });

  routes.serve(informationEpcis, async ({ code }, caller) => {
    const { ids } = await AskedCodes.read(services, rooms, caller, [code]);
    const [id] = ids as [number];
    const journey = await journeyOf(sql, id);
    const texts = await rooms.rules.texts(sql, [id]);
    const name = `epcis-${texts.get(id) ?? id}.jsonld`;
    const head = {
      type: 'application/ld+json',
      disposition: `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    };
    await answers.send(caller, head, () =>
      epcisDocument({ sql, db: caller.db, rules: rooms.rules }, id, journey, services.publicUrl()),
    );
    return null;
  });
}
