import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type DeviceEvent, deviceBatch, type EventResult } from '@suyuan/contract/plant/device/device.ts';
import type { Kysely } from 'kysely';
import type { Device } from '#platform/access/authentication.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Language, Locale } from '#platform/language.ts';
import { badInput, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { idempotencyOf, isKeyReused, onceUnderKey, sourceOf } from '#trace/capture/context/idempotency.ts';
import { refusalsInWords } from '#trace/exceptions/exception-detail.ts';
import { reusedKey } from '#trace/exceptions/exception-kind.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { type BatchCount, countBatch } from '../../board/line-minutes.ts';
import { readEvents, type SentEvent, textsIn } from './sent-events.ts';
import { type Settled, settle } from './settle-events.ts';

type Kept = Settled & { readonly id: string };

/**
 * Takes a batch of a device and returns the result of each event. A batch key is taken once: sent again, it gets the same results.
 * Throws 400, with nothing taken, if the batch is malformed, and 409 if its key stands for another batch.
 */
export async function takeBatch(
  services: Services,
  shared: SharedServices,
  device: Device,
  batch: InputOf<typeof deviceBatch>,
  language: Language,
): Promise<EventResult[]> {
  const { acts: events } = batch;
  const problems = [...repeatedIds(events), ...events.flatMap(misshapen), ...tooManyCodes(events)];
  if (problems.length > 0) throw badInput(...problems.slice(0, maxProblems));
  const { sql } = services.system.devices;
  const { results: codes } = await CodeLookup.resolve(services, shared, device, textsIn(events), { forCapture: true });
  const batchEvents = events.map((event) => ({ act: event, batchKey: batch.batch_key }));
  const sentEvents = await readEvents(sql, shared, device, batchEvents, { looked: codes });
  const source = sourceOf({ accountId: null, deviceKeyId: device.firstKeyId });
  const idempotency = idempotencyOf(deviceBatch, batch);
  let isNew = false;
  const results = await shared.capture
    .inBatch((transaction) =>
      onceUnderKey(transaction, { source, idempotency }, async () => {
        isNew = true;
        const settlements = await settle(transaction, shared, sentEvents);
        return sentEvents.map((one): Kept => ({ id: one.act.id, ...(settlements.get(one) as Settled) }));
      }),
    )
    .catch(async (error) => {
      if (isKeyReused(error))
        await sql.begin((transaction) => raiseReused(transaction, shared, device, batch, sentEvents));
      throw error;
    });
  if (isNew) await countBatch(sql, device.lineId, countOf(results));
  const isRefused = results.some(({ refusals }) => refusals !== undefined);
  const names = isRefused ? await seenFromLine(services, device) : services.system.devices.db;
  const locale = { language, timeZone: services.timeZone() };
  return Promise.all(results.map((batchResult) => inWords(names, batchResult, locale)));
}

/** What the boards of the line tell of a batch. */
const countOf = (results: readonly Kept[]): BatchCount => ({
  taken: results.filter(({ result }) => result === 'taken').length,
  refused: results.filter(({ result }) => result === 'refused').length,
  refusals: results.flatMap(({ result, refusals = [] }) => (result === 'refused' ? refusals.slice(0, 1) : [])),
});

/**
 * Raises an exception with a batch whose key stands for another one: nothing of it was done, and the device may take it for
 * done.
 */
async function raiseReused(
  sql: Connection,
  { exceptions }: SharedServices,
  device: Device,
  batch: InputOf<typeof deviceBatch>,
  sentEvents: readonly SentEvent[],
): Promise<void> {
  await exceptions.raise(sql, reusedKey, [
    {
      about: `${device.firstKeyId} ${batch.batch_key}`,
      cause: 'key_reused',
      origin: { source: 'device', deviceKeyId: device.keyId },
      raw: batch,
      codes: textsIn(batch.acts),
      workOrderId: sentEvents.find(({ workOrderId }) => workOrderId !== null)?.workOrderId ?? null,
      refusals: [{ code: '', reason: 'key_reused', conflict: batch.batch_key }],
    },
  ]);
}

const maxProblems = 20;

function repeatedIds(events: readonly DeviceEvent[]): Problem[] {
  const ids = new Set<string>();
  return events.flatMap(({ id }, at) => {
    const isRepeated = ids.has(id);
    ids.add(id);
    return isRepeated ? [{ path: `acts.${at}.id`, reason: 'twice' }] : [];
  });
}

/** The most codes in one batch: others wait for the capture lock while it is checked and written. */
const maxCodes = 50_000;

function tooManyCodes(events: readonly DeviceEvent[]): Problem[] {
  let codes = 0;
  const at = events.findIndex((event) => {
    codes += event.codes.length;
    return codes > maxCodes;
  });
  return at < 0 ? [] : [{ path: `acts.${at}.codes`, reason: 'too_many', params: { limit: maxCodes } }];
}

/** Fields that an event of its kind lacks, or must not have. */
function misshapen({ act: eventType, parent, codes }: DeviceEvent, at: number): Problem[] {
  const problem = (field: string, reason: string): Problem[] => [
    { path: `acts.${at}.${field}`, reason, params: { limit: 1 } },
  ];
  if (eventType === 'unpacked')
    return (parent === undefined) === (codes.length === 0) ? problem('parent', 'parent_or_children') : [];
  // Without codes, `parent` is the outermost code of a set.
  if (eventType === 'packed') return parent === undefined ? problem('parent', 'required') : [];
  if (parent !== undefined) return problem('parent', 'unknown_field');
  return codes.length === 0 ? problem('codes', 'too_few') : [];
}

/** The database as the factory of a line sees it. */
async function seenFromLine({ system, tables }: Services, { lineId }: Device): Promise<Kysely<Schema>> {
  const { sql } = system.devices;
  const [factory] = await sql<{ id: number }[]>`
    select w.factory_id as id from production_line l join workshop w on w.id = l.workshop_id where l.id = ${lineId}`;
  return system.seenBy({ party: { kind: 'factory', id: factory?.id ?? 0 } }, tables);
}

const inWords = async (
  names: Kysely<Schema>,
  { id, result, refusals, more }: Kept,
  locale: Locale,
): Promise<EventResult> => ({
  id,
  result,
  ...(refusals && { refusals: await refusalsInWords(names, refusals, locale) }),
  ...(more && { more }),
});
