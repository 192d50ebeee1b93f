import { mostTasks } from '@suyuan/contract/handheld/task.ts';
import { refundLife } from '@suyuan/contract/physical/refund.life.ts';
import type { RefundStatus } from '@suyuan/contract/physical/refund.ts';
import type { Account } from '#platform/caller.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import { withGoods } from '../../refund/refund-lines.ts';
import { refunds } from '../../refund/refunds.serve.ts';
import { takeBack } from '../../refund/take-back.ts';
import { dealerPlaces } from '../../waybill/waybill-facts.serve.ts';
import { commonOf, type GoodsAct, type ReadScan, refusedFor } from './act.ts';

/** 退货: goods come back from a dealer, and are kept apart until they are inspected. */
export const takingBack: GoodsAct = {
  scans: ['return'],
  tasks: {
    kind: 'return',
    list: async (sql, { account, db }, id) => {
      if (!receives(account)) return [];
      const rows = await refunds(db)
        .where('refund.status', 'in', receivable)
        .$if(!isOfEnterprise(account), (some) => some.where('to_w.id', 'is not', null))
        .$if(id !== undefined, (some) => some.where('refund.id', '=', id as number))
        .orderBy('refund.id')
        .limit(mostTasks)
        .execute();
      return (await withGoods(sql, rows)).map((row) => ({
        ...{ kind: 'return', id: row.id, no: row.refund_no, about: row.dealer_name, place: row.warehouse_name },
        ...{ planned_day: null, planned: row.planned, done: row.received },
      }));
    },
    contents: async ({ sql }, id) => {
      const [[refund], lines, goods] = await Promise.all([
        sql<{ dealer_id: number }[]>`select dealer_id from refund where id = ${id}`,
        withGoods(sql, [{ id }]),
        sql<{ code: number }[]>`select distinct code from refund_goods where refund_id = ${id}`,
      ]);
      if (!refund) throw new Error(`return ${id} was deleted meanwhile`);
      const marks = new Map(goods.map(({ code }) => [code, 'this'] as const));
      return {
        lines: (lines[0]?.lines ?? []).map(({ id: line_id, received, ...line }) => ({
          line_id,
          done: received,
          ...line,
        })),
        scope: {
          places: (await dealerPlaces(sql, [refund.dealer_id])).get(refund.dealer_id) ?? [],
          marked: async () => marks,
        },
      };
    },
  },
  documents: async ({ account, db }, ids) => {
    if (!receives(account)) return new Map();
    const rows = await db.selectFrom('refund').select(['id', 'refund_no']).where('id', 'in', ids).execute();
    return new Map(rows.map(({ id, refund_no }) => [id, refund_no]));
  },
  record: async (sql, shared, person, scans) => {
    const id = (scans[0] as ReadScan).scan.document_id as number;
    const [refund] = await sql<{ refund_no: string; status: RefundStatus }[]>`
      select refund_no, status from refund where id = ${id} for update`;
    if (!refund || !refundLife.mayTake('receive', refund.status))
      return scans.map(({ code }) => refusedFor(code, 'return_closed', refund?.refund_no ?? `${id}`));
    const before = await returnedBefore(sql, id, scans);
    const fresh = new Map(scans.filter(({ code }) => !before.has(code)).map((one) => [one.code, one]));
    const texts = new Map([...fresh].map(([code, { scan }]) => [code, scan.code]));
    const doneAs = (code: number) => commonOf(person, fresh.get(code) as ReadScan);
    const { taken, refused } = await takeBack(sql, shared, person, id, texts, doneAs);
    const byText = new Map(taken.map((one) => [one.code, one]));
    const told = new Set<number>();
    return scans.map(({ code, scan }) => {
      const why = refused.filter((one) => one.code === code);
      if (why.length > 0) return { refused: why };
      const goods = byText.get(scan.code);
      const known = !goods || told.has(code);
      told.add(code);
      return { known, units: known ? 0 : goods.units, productId: goods?.product_id ?? null, lotId: null };
    });
  },
};

const receives = (account: Account): boolean => isOfEnterprise(account) || account.party?.kind === 'factory';

const receivable = (['requested', 'receiving', 'inspecting'] as const).filter((status) =>
  refundLife.mayTake('receive', status),
);

/** The codes that this return has taken back before. */
async function returnedBefore(
  sql: Parameters<GoodsAct['record']>[0],
  id: number,
  scans: readonly ReadScan[],
): Promise<ReadonlySet<number>> {
  const rows = await sql<{ code: number }[]>`
    select distinct code from refund_goods where refund_id = ${id} and code = any(${scans.map(({ code }) => code)}::bigint[])`;
  return new Set(rows.map(({ code }) => code));
}
