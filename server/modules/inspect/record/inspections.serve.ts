import {
  type CountedAs,
  type Expected,
  inspectAdd,
  inspectRecord,
  labelFindings,
} from '@suyuan/contract/inspect/task/inspect-record.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { Expression, ExpressionBuilder, Insertable, Kysely, SqlBool } from 'kysely';
import { keptText } from '#identity/imported-codes.ts';
import { areaName, provinceOfArea, requireArea } from '#platform/areas/areas.ts';
import { type Circle, oneProvince } from '#platform/areas/province-reach.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { eventRefused } from '#trace/lookup/code-lookup.ts';
import { codeOfRows } from '#trace/lookup/event-rows.ts';
import { codesOnHold, free } from '#trace/lookup/goods-on-hold.ts';
import { isGuess, type ReadText, readTexts } from '#trace/read-texts.ts';
import { type CodeGoods, readCodes } from '#trace/state/code-records.ts';
import { lineOf, type Sold, type WaybillDealers, whereaboutsOf } from '#trace/state/sold-to.ts';
import { inspectionEvent, lookedAt } from '../looked-at.ts';
import { inspectedAtStop, stopOf } from '../task/stops.ts';
import { type FoundThere, falseLabel, judgementOf } from './inspect-verdict.ts';
import { serveTornCodes } from './torn-codes.ts';

/** 稽查记录: inspections, and the search for codes that are only partly readable. */
export default function serveInspections(services: Services, shared: SharedServices): void {
  const { routes, system } = services;
  const { sql } = system.enterprise;
  const waybillDealers: WaybillDealers = (on, waybills) => shared.waybillDealers.get()(on, waybills);

  serveDeclaredList(services, inspectRecord, {
    rows: inspections,
    resolveFilters: (filters) => codeOfRows(services, shared, filters),
    defaultSort: '-inspected_at',
    narrow: {
      province: (rows, area) => rows.where('inspect_record.province', '=', provinceOfArea(area)),
      counted_as: (rows, figure) => rows.where(countedFor[figure]),
    },
    present: (row) =>
      declaredRow(inspectRecord, {
        ...row,
        area_name: row.area_code && areaName(row.area_code),
        latitude: numberOf(row.latitude),
        longitude: numberOf(row.longitude),
      }),
  });

  routes.changeDeferred(inspectAdd, async (input, caller, inTransaction) => {
    requireArea({ input });
    const { code: text, area_code, position, dealer_id, note, upload_key, stop_id } = input;
    const watch = await shared.guesses.watch(caller);
    const [read] = (await readTexts({ sql, rules: shared.rules, reportsMisread: true }, [text])) as [ReadText];
    const { code: found, refused } = read;
    const facts = found && (await knownOf(sql, found.id, waybillDealers));
    await watch.saw(1, facts || (refused && !isGuess(refused)) ? 0 : 1);
    if (refused && noCodeAtAll.includes(refused.reason)) throw eventRefused([refused]);
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
    return shared.capture.queued(() =>
      inTransaction(async (change) => {
        const id = await kept(change, values);
        if (id === undefined)
          return { ...(await sentBefore(change.db, upload_key)), observations: judgement.observations, ...onHold };
        const inspection = { code: values.code_id, dealerId: values.found_dealer_id, ...moment };
        const event_id = await inspectionEvent(shared, change, caller.account, inspection);
        await change.db.updateTable('inspect_record').set({ event_id }).where('id', '=', id).execute();
        if (stop) await inspectedAtStop(change, stop);
        return { id, code, expected, ...judgement, ...onHold };
      }),
    );
  });

  serveTornCodes(services, shared, waybillDealers);
}

const inspections = (db: Kysely<Schema>) =>
  db
    .selectFrom('inspect_record')
    .leftJoin('product as p', 'p.id', 'inspect_record.product_id')
    .leftJoin('dealer as e', 'e.id', 'inspect_record.expected_dealer_id')
    .leftJoin('dealer as f', 'f.id', 'inspect_record.found_dealer_id')
    .innerJoin('account as a', 'a.id', 'inspect_record.inspected_by')
    .leftJoin('inspect_case as k', 'k.id', 'inspect_record.case_id')
    .leftJoin('task_stop as s', 's.id', 'inspect_record.stop_id')
    .leftJoin('inspect_task as t', 't.id', 's.task_id')
    .selectAll('inspect_record')
    .select(['p.product_name', 'e.dealer_name as expected_dealer', 'f.dealer_name as found_dealer'])
    .select(['a.id as inspector_id', 'a.name as inspector', 'k.case_no', 't.id as task_id', 't.task_no'])
    .select((eb) => [evidence(eb, 'id').as('evidence_id'), evidence(eb, 'case_no').as('evidence_no')]);

/** What there is of the latest evidence from an inspection. */
const evidence = <Column extends 'id' | 'case_no'>(eb: ExpressionBuilder<Schema, 'inspect_record'>, column: Column) =>
  eb
    .selectFrom('forensic_case as v')
    .select(`v.${column}`)
    .whereRef('v.inspect_id', '=', 'inspect_record.id')
    .orderBy('v.id', 'desc')
    .limit(1);

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

type Condition = (eb: ExpressionBuilder<Schema, 'inspect_record'>) => Expression<SqlBool>;

/** The conditions under which reports count an inspection for a figure. */
const countedFor: Readonly<Record<CountedAs, Condition>> = {
  found_false: (eb) => eb('inspect_record.verdict', 'in', ['false_label', 'unknown', 'void']),
  judged: (eb) =>
    eb.and([
      eb('inspect_record.verdict', 'in', ['normal', 'suspected_diversion']),
      eb('inspect_record.expected_dealer_id', 'is not', null),
      eb.or([
        eb('inspect_record.area_code', 'is not', null),
        eb('inspect_record.latitude', 'is not', null),
        eb('inspect_record.found_dealer_id', 'is not', null),
      ]),
    ]),
  // Except for codes whose suspicion a person has found to be wrong.
  judged_diverted: (eb) =>
    eb.and([
      eb('inspect_record.verdict', '=', 'suspected_diversion'),
      eb.not(
        eb.exists(
          eb
            .selectFrom('consumer_warning as w')
            .select('w.id')
            .where('w.subject', '=', eb.cast<string>('inspect_record.code_id', 'text'))
            .where('w.rule', '=', 'outside_area')
            .where('w.outcome', '=', 'false_alarm')
            .whereRef('w.settled_at', '>=', 'inspect_record.inspected_at'),
        ),
      ),
    ]),
};

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

const numberOf = (value: number | string | null): number | null => (value === null ? null : Number(value));

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
