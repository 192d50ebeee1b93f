import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeJsonDocument } from '#epcis/json/write-document.ts';
import { writeXmlDocument } from '#epcis/xml/write-document.ts';
import { eventsOfJsonLd, eventsOfXml, type ReadEvent } from '#test/epcis/epcis-reading.ts';
import { stateFromEvents } from '#test/epcis/state-from-events.ts';
import { anyGiven, captureAll, type Given } from '#test/goods/any-histories.ts';
import { captureServer } from '#test/goods/capture-server.ts';
import { newRecall } from '#test/goods/capture-stage.ts';
import { journeyOf } from '../flow/code-journey.ts';
import { Ledger } from '../state/ledger.ts';
import { epcisDocument } from './epcis-document.ts';
import { OwnUris } from './own-uri.ts';

// Whatever is done to codes, their documents agree with the ledger, in both bindings, and an event is the same in all of them.

const { server, capture } = await captureServer();

const own = new OwnUris('https://trace.example');
const rules = { texts: async (_: unknown, ids: readonly number[]) => new Map(ids.map((id) => [id, `C${id}`])) };
const uriOf = (id: number) => own.of('code', `C${id}`);

/** The events of a code, which are the same in XML. */
async function documentOf(id: number): Promise<ReadEvent[]> {
  const document = await epcisDocument({ sql: server.sql, rules, own }, await journeyOf(server.sql, id));
  const events = eventsOfJsonLd(writeJsonDocument(document));
  expect(await eventsOfXml(writeXmlDocument(document))).toEqual(events);
  expect(new Set(events.map(({ eventID }) => eventID)).size).toBe(events.length);
  return events;
}

/** Closing and reopening codes is kept beside the ledger. */
const isOfRanges = (given: Given): boolean => 'act' in given && (given.act === 'close' || given.act === 'reopen');

/** With marks that XML escapes. */
const reason = 'as <it> "is" & was';

/** A packing that is declared wrong after one of its children was taken out. */
const unpackedThenWrong: Given[] = [
  { act: 'pack', parent: 16, children: [3, 0], remainder: true, moving: false, brief: false },
  { act: 'unpack', children: [0] },
  { undo: 0 },
];

test('EPCIS documents of codes match the ledger, whatever was done', { timeout: 600_000 }, async () => {
  const recall = await newRecall(server.sql);
  let order = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        anyGiven(recall).filter((given) => !isOfRanges(given)),
        { minLength: 2, maxLength: 14 },
      ),
      fc.boolean(),
      async (history, beginsWithSet) => {
        const all = beginsWithSet ? [{ act: 'pack', parent: 16, children: [] }, ...history] : history;
        const ids = await captureAll({ sql: server.sql, capture }, all, { workOrderId: ++order, reason });
        const ledger = new Ledger(server.sql);
        await ledger.read(ids);
        const known = new Map<string, ReadEvent>();
        const texts = new Map(ids.map((id) => [uriOf(id), id]));
        for (const id of ids) {
          const events = await documentOf(id);
          for (const event of events) {
            const same = known.getOrInsert(event.eventID, event);
            expect(event).toEqual(same);
          }
          const derived = stateFromEvents(events);
          const record = ledger.of(id);
          const parent = derived.parents.get(uriOf(id));
          expect([id, parent === undefined ? null : texts.get(parent)]).toEqual([id, record.parent]);
          expect([id, derived.lifeOf(uriOf(id))]).toEqual([id, ledger.lifeOf(record)]);
          const children = [...derived.parents]
            .filter(([, packed]) => packed === uriOf(id))
            .map(([child]) => texts.get(child));
          const inIt = ids.filter((one) => ledger.of(one).parent === id);
          expect([id, children.toSorted()]).toEqual([id, inIt.toSorted()]);
        }
      },
    ),
    { numRuns: 40, examples: [[unpackedThenWrong, false]] },
  );
});
