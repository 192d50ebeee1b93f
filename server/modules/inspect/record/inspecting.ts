import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import type { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { type Expected, labelFindings } from '@suyuan/contract/inspect/task/inspection.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { Insertable, Kysely } from 'kysely';
import { keptText } from '#identity/imported-codes.ts';
import { areaName, provinceOfArea, requireArea } from '#platform/areas/areas.ts';
import { type Circle, oneProvince } from '#platform/areas/province-reach.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { Inspecting, SharedServices } from '#shared-services.ts';
import { codesOnHold, free } from '#trace/lookup/goods-on-hold.ts';
import { isGuess, type ReadText, readTexts } from '#trace/read-texts.ts';
import { type CodeGoods, readCodes } from '#trace/state/code-records.ts';
import { lineOf, type Sold, type WaybillDealers, whereaboutsOf } from '#trace/state/sold-to.ts';
import { inspectionEvent, lookedAt } from '../looked-at.ts';
import { inspectedAtStop, stopOf } from '../task/stops.ts';
import { type FoundThere, falseLabel, judgementOf } from './inspect-verdict.ts';

/**
 * Reads what is known of a code that was found, and judges it. What it resolves to keeps the inspection, in a change that
 * `Capture.queued` has begun: of the desk, or of a handheld that tells of it hours later.
 */
export async function readInspection(
  { system }: Pick<Services, 'system'>,
  shared: SharedServices,
  input: InputOf<typeof inspectAdd>,
  caller: Caller<Account>,
): ReturnType<Inspecting> {
  requireArea({ input });
  const { sql } = system.enterprise;
  const waybillDealers: WaybillDealers = (on, waybills) => shared.waybillDealers.get()(on, waybills);
  const { code: text, area_code, position, dealer_id, note, upload_key, stop_id } = input;
  const watch = await shared.guesses.watch(caller);
  const [read] = (await readTexts({ sql, rules: shared.rules, reportsMisread: true }, [text])) as [ReadText];
  const { code: found, refused } = read;
  const facts = found && (await knownOf(sql, found.id, waybillDealers));
  await watch.saw(1, facts || (refused && !isGuess(refused)) ? 0 : 1);
  if (refused && noCodeAtAll.includes(refused.reason)) return { refused };
  const finding = labelFindings.find((one) => one === refused?.reason) ?? null;
  const parents = await parentsOf(sql, [dealer_id, facts?.sold?.dealerId]);
  if (dealer_id !== undefined && !parents.has(dealer_id))
    throw badInput({ path: 'dealer_id', reason: 'no_such', params: { value: dealer_id } });
  const stop = stop_id === undefined ? undefined : await stopOf(sql, stop_id);
  const circle = position && { ...position, radius: Math.max(1, (position.accuracy ?? 0) / 1000) };
  const moment = lookedAt('inspected_at', input.inspected_at);
  const inspectedAt = new Date(moment.at);
  const circumstances: FoundThere = {
    areaCode: area_code,
    position: circle,
    dealerId: dealer_id,
    inOneLine: (a, b) => lineOf(a, parents).includes(b) || lineOf(b, parents).includes(a),
    day: inspectedAt.toISOString().slice(0, 10),
  };
  const judgement = finding ? falseLabel(finding) : judgementOf(facts, circumstances);
  const expected = facts ? await expectedOf(sql, facts.goods, facts.sold) : null;
  const onHold = facts && found ? (await codesOnHold(sql, caller.db, [found.id]))(found.id) : free;
  // Unknown codes are stored as they were sent.
  const code = facts && found ? found.code : text.trim().slice(0, 256);
  const values = {
    code,
    code_id: facts ? found.id : null,
    verdict: judgement.verdict,
    finding,
    label: finding && keptText(text),
    product_id: facts?.goods.product_id ?? null,
    lot: facts?.goods.lot ?? null,
    lot_id: facts?.lotId ?? null,
    expected_dealer_id: facts?.sold?.dealerId ?? null,
    found_dealer_id: dealer_id ?? null,
    area_code: area_code ?? null,
    province: provinceFound(area_code, circle) ?? null,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    accuracy: position?.accuracy === undefined ? null : Math.round(position.accuracy),
    expected,
    note: note?.trim() || null,
    inspected_by: caller.account.id,
    inspected_at: inspectedAt,
    upload_key: upload_key ?? null,
    stop_id: stop?.id ?? null,
    case_id: stop?.case_id ?? null,
  };
  const keep = async (change: Change): Promise<OutputOf<typeof inspectAdd>> => {
    const id = await kept(change, values);
    if (id === undefined)
      return { ...(await sentBefore(change.db, upload_key)), observations: judgement.observations, ...onHold };
    const inspection = { code: values.code_id, dealerId: values.found_dealer_id, ...moment };
    const event_id = await inspectionEvent(shared, change, caller.account, inspection);
    await change.db.updateTable('inspect_record').set({ event_id }).where('id', '=', id).execute();
    if (stop) await inspectedAtStop(change, stop);
    return { id, code, expected, ...judgement, ...onHold };
  };
  return { keep };
}

/** Inserts an inspection, and resolves to its id; undefined if it was sent before. */
async function kept(change: Change, values: Insertable<Schema['inspect_record']>): Promise<number | undefined> {
  const record = await change.db
    .insertInto('inspect_record')
    .values(values)
    .onConflict((on) => on.column('upload_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (record) change.made('inspect_record', record.id);
  return record?.id;
}

/** What an inspector scans by mistake: nothing is found by it, so nothing is kept. */
const noCodeAtAll: readonly RefusalReason[] = [
  'product_code_only',
  'several_codes',
  'formula_in_cell',
  'error_in_cell',
];

/** The province of the given area, else of the position; undefined if it may be in several. */
const provinceFound = (area: string | undefined, position: Circle | undefined): string | undefined =>
  area === undefined ? position && oneProvince(position) : provinceOfArea(area);

/** The stored result of an inspection that was sent before with the same key. */
const sentBefore = (db: Kysely<Schema>, upload_key: string | undefined) =>
  db
    .selectFrom('inspect_record')
    .select(['id', 'code', 'verdict', 'expected'])
    .where('upload_key', '=', upload_key ?? '')
    .executeTakeFirstOrThrow();

/** What events and orders say about a code; undefined if it was never issued. */
async function knownOf(sql: Connection, id: number, waybillDealers: WaybillDealers) {
  const codes = await readCodes(sql, [id]);
  const record = codes.get(id);
  if (!record) return undefined;
  const whereabouts = (await whereaboutsOf(sql, codes, [id], waybillDealers)).get(id);
  const goods = codes.goodsOf(record);
  return {
    status: codes.statusOf(record),
    life: codes.lifeOf(record),
    goods,
    expiryDate: goods.expiry_date,
    lotId: record.lotId,
    kind: whereabouts?.at?.kind,
    sold: whereabouts?.sold ?? null,
  };
}

async function expectedOf(sql: Connection, goods: CodeGoods, sold: Sold | null): Promise<Expected> {
  const [dealer] = sold
    ? await sql<{ dealer_code: string; dealer_name: string }[]>`
        select dealer_code, dealer_name from dealer where id = ${sold.dealerId}`
    : [];
  const { product_id, product_code, product_name, lot, production_date, expiry_date } = goods;
  return {
    product_id,
    product_code,
    product_name,
    lot,
    production_date,
    expiry_date,
    dealer_id: sold?.dealerId ?? null,
    dealer_code: dealer?.dealer_code ?? null,
    dealer_name: dealer?.dealer_name ?? null,
    areas: (sold?.areas ?? []).map(areaName),
    shipped_at: sold?.shippedAt.toISOString() ?? null,
  };
}

/** The parent of each of these dealers, and of all dealers above them. */
async function parentsOf(
  sql: Connection,
  dealers: readonly (number | undefined)[],
): Promise<Map<number, number | null>> {
  const parents = new Map<number, number | null>();
  for (let lookup = dealers.filter((id) => id !== undefined); lookup.length > 0; ) {
    const rows = await sql<{ id: number; parent_id: number | null }[]>`
      select id, parent_id from dealer where id = any(${lookup}::bigint[])`;
    for (const { id, parent_id } of rows) parents.set(id, parent_id);
    lookup = rows.flatMap(({ parent_id }) => (parent_id === null || parents.has(parent_id) ? [] : [parent_id]));
  }
  return parents;
}
