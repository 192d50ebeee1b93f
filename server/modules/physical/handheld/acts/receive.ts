import { mostTasks } from '@suyuan/contract/handheld/task.ts';
import type { Connection } from '#platform/database/database.ts';
import { onConnection } from '#platform/database/transaction.ts';
import { Refusal } from '#platform/refusal.ts';
import { placeOf } from '#trace/places.ts';
import { linesOf } from '../../arrival/arrival-desk.serve.ts';
import { CountedCodes, countInside } from '../../arrival/counted-codes.ts';
import { comparedWith, type ScannedCode } from '../../arrival/scanned-goods.ts';
import { begunCount, isBlind, lockAwaited, type OpenCount, openCount } from '../../waybill/life/open-count.ts';
import { requireReceiver } from '../../waybill/require-waybill.ts';
import { waybills } from '../../waybill/waybills.serve.ts';
import { type HandheldAct, type Outcome, type Person, type ReadScan, refusedFor } from './act.ts';

/** 到货: goods that arrive are counted against their waybill, by whoever counts at the desk, too. A person signs for them afterwards. */
export const receive: HandheldAct = {
  scans: ['receive', 'unreceive'],
  tasks: {
    kind: 'receive',
    list: async (sql, { account, db }, id) => {
      const { party } = account;
      const rows = await waybills(db)
        .where('waybill.status', '=', 'shipped')
        .where((eb) =>
          eb.or([
            eb('to_w.id', 'is not', null),
            ...(party?.kind === 'dealer' ? [eb('waybill.to_dealer_id', '=', party.id)] : []),
            ...(party?.kind === 'factory' ? [eb('waybill.to_factory_id', '=', party.id)] : []),
          ]),
        )
        .$if(id !== undefined, (some) => some.where('waybill.id', '=', id as number))
        .orderBy('waybill.planned_day')
        .orderBy('waybill.id')
        .limit(mostTasks)
        .execute();
      const amounts = await amountsOf(
        sql,
        rows.map((row) => row.id),
      );
      return rows.map((row) => ({
        ...{ kind: 'receive', id: row.id, no: row.waybill_no, planned_day: row.planned_day },
        about: row.from_warehouse_name ?? row.from_factory_name,
        place: row.to_warehouse_name ?? row.dealer_name ?? row.to_factory_name,
        ...(amounts.get(row.id) ?? { planned: null, done: 0 }),
      }));
    },
    contents: async ({ sql }, id) => {
      const count = await openCount(sql, id);
      const isHidden = await isBlind(sql, id);
      const lines = (await linesOf(sql, id, count, isHidden)).flatMap((line, at) =>
        line.product_id === null
          ? []
          : {
              ...{ line_id: at + 1, product_id: line.product_id, product_code: line.product_code ?? '' },
              ...{ product_name: line.product_name ?? '', lot: line.lot, quantity: line.due, done: line.counted },
            },
      );
      const codes = await sql<{ code: number }[]>`
        select code from arrival_scan where count_id = ${count?.id ?? 0} and verdict = 'expected' and code is not null`;
      const marks = new Map(codes.map(({ code }) => [code, 'this'] as const));
      return {
        lines,
        scope: { places: [await placeOf(sql, { kind: 'waybill', ref: id })], marked: async () => marks },
      };
    },
  },
  documents: async (person, ids) => {
    const own: number[] = [];
    for (const id of ids) {
      const may = await requireReceiver(person, id).then(
        () => true,
        () => false,
      );
      if (may) own.push(id);
    }
    if (own.length === 0) return new Map();
    const rows = await person.db.selectFrom('waybill').select(['id', 'waybill_no']).where('id', 'in', own).execute();
    return new Map(rows.map(({ id, waybill_no }) => [id, waybill_no]));
  },
  record: async (sql, { rules }, person, scans) => {
    const id = (scans[0] as ReadScan).scan.document_id as number;
    const count = await countOf(sql, id, person.account.id);
    if (!count) {
      const [waybill] = await sql<{ waybill_no: string }[]>`select waybill_no from waybill where id = ${id}`;
      return scans.map(({ code }) => refusedFor(code, 'unknown_document', waybill?.waybill_no ?? `${id}`));
    }
    const ids = [...new Set(scans.map(({ code }) => code))];
    const [compared, texts] = await Promise.all([
      comparedWith(sql, onConnection(person.db, sql), id, ids),
      rules.texts(sql, ids),
    ]);
    const outcomes: Outcome[] = [];
    for (const one of scans) {
      const text = texts.get(one.code) as string;
      const scanned = compared.get(one.code) as ScannedCode;
      outcomes.push(
        one.scan.act === 'receive'
          ? await counted(sql, person, { count, one, text, scanned })
          : await uncounted(sql, count, text, scanned),
      );
    }
    return outcomes;
  },
};

interface AmountRow {
  readonly id: number;
  readonly blind: boolean;
  readonly due: number;
  readonly counted: number;
}

/** Units that are to arrive, unless they are counted blind, and those that are counted. */
async function amountsOf(sql: Connection, ids: readonly number[]) {
  const rows = await sql<AmountRow[]>`
    select b.id, coalesce(w.blind_count, false) as blind,
      (select safe_integer(coalesce(sum(greatest(g.units - g.received - g.returned, 0)), 0)) from waybill_goods g
        where g.waybill_id = b.id) as due,
      (select safe_integer(coalesce(sum(s.units), 0)) from arrival_count c join arrival_scan s on s.count_id = c.id
        where c.waybill_id = b.id and c.signed_at is null and s.verdict = 'expected' and s.inside_of is null) as counted
    from waybill b left join warehouse w on w.id = b.to_warehouse_id where b.id = any(${ids as number[]}::bigint[])`;
  return new Map(rows.map(({ id, blind, due, counted: done }) => [id, { planned: blind ? null : due, done }]));
}

/** The count of a waybill, which begins with its first scan; undefined if the waybill is not awaited, or the count is complete. */
const countOf = async (sql: Connection, id: number, account: number): Promise<OpenCount | undefined> => {
  try {
    await lockAwaited(sql, id);
    return await begunCount(sql, id, account);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

interface Counting {
  readonly count: OpenCount;
  readonly one: ReadScan;
  readonly text: string;
  readonly scanned: ScannedCode;
}

async function counted(
  sql: Connection,
  { account }: Person,
  { count, one, text, scanned }: Counting,
): Promise<Outcome> {
  const { code, scan } = one;
  const codes = [code, ...scanned.above];
  const desk = await CountedCodes.read(sql, count, { codes, texts: [], by: account.id, key: null });
  // Whoever gives a reason has seen that the rest of its package is not there.
  const singly = scan.singly === true || scan.reason !== undefined;
  const { outcome } = desk.scan({ id: code, text, scanned, singly });
  if (outcome === 'part') {
    const around = scanned.above.at(-1) ?? null;
    return { refused: [{ code, reason: 'packed_elsewhere', conflict: around, overridable: true }] };
  }
  await desk.write(sql);
  const marked = scan.damaged === true && (await markDamaged(sql, count, text, scan.reason));
  const isCounted = outcome === 'counted';
  return {
    known: (outcome === 'repeated' || outcome === 'arrived') && !marked,
    units: isCounted ? scanned.units : 0,
    ...goodsOf(scanned),
    ...(isCounted || outcome === 'repeated' ? {} : { outcome }),
  };
}

async function markDamaged(
  sql: Connection,
  { id }: OpenCount,
  text: string,
  note: string | undefined,
): Promise<boolean> {
  const rows = await sql`
    update arrival_scan set condition = 'damaged', note = coalesce(${note?.trim() || null}, note)
    where count_id = ${id} and text = ${text} and verdict = 'expected' and condition <> 'damaged' returning id`;
  return rows.length > 0;
}

/** Takes a scan back: what was counted with a package is counted by itself again. */
async function uncounted(sql: Connection, { id }: OpenCount, text: string, scanned: ScannedCode): Promise<Outcome> {
  const rows = await sql`delete from arrival_scan where count_id = ${id} and text = ${text} returning id`;
  if (rows.length > 0) await countInside(sql, id);
  return { known: rows.length === 0, units: scanned.units, ...goodsOf(scanned) };
}

const goodsOf = ({ goods }: ScannedCode) => {
  const [only] = goods.length === 1 ? goods : [];
  return { productId: only?.product_id || null, lotId: only?.lot_id || null };
};
