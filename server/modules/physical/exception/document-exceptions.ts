import type { differenceKinds } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SharedServices } from '#shared-services.ts';
import { defineExceptionKind, type RaisedException } from '#trace/exceptions/exception-kind.ts';
import { same } from '#trace/goods.ts';
import { goodsIn } from '#trace/state/code-record.ts';
import { readCodes } from '#trace/state/code-records.ts';

/** Deliveries that differ from their waybill, and wrong returns. The goods are there, so there is nothing to retry. */
const shipmentDifference = defineExceptionKind({ name: 'shipment_difference' });
const wrongReturn = defineExceptionKind({ name: 'wrong_return' });

/** The document that the goods do not match, and who reported it. */
interface Finding {
  readonly documentNo: string;
  readonly toldBy: string;
}

/** A code concerned; without id if it was never issued. */
interface Concerned {
  readonly code: string;
  readonly id?: number;
}

export interface Difference extends Concerned {
  readonly kind: (typeof differenceKinds)[number];
  readonly note?: string | undefined;
  /** The number of the hold by which it is kept back. */
  readonly held?: string | null;
}

/** Raises exceptions for differences between a delivery and its waybill. */
export async function raiseDifferences(
  sql: Connection,
  { exceptions }: Pick<SharedServices, 'exceptions'>,
  finding: Finding,
  differences: readonly Difference[],
): Promise<void> {
  const once = [...new Map(differences.map((one) => [`${one.kind} ${one.code}`, one])).values()];
  const goods = await goodsOf(sql, once);
  await exceptions.raise(
    sql,
    shipmentDifference,
    once.map(({ kind, note, held, ...one }) => ({
      ...exceptionOf(finding, one, goods),
      about: `waybill ${finding.documentNo} ${kind} ${one.code}`,
      cause: `arrived_${kind}` as const,
      refusals: held ? [{ code: one.code, reason: 'on_hold' as const, conflict: held }] : [],
      raw: { waybill_no: finding.documentNo, code: one.code, difference: kind, note, told_by: finding.toldBy },
    })),
  );
}

/** The differences of a waybill that are open, with their codes as they were told. */
export async function openDifferences(
  sql: Connection,
  documentNo: string,
): Promise<{ about: string; code: string; kind: Difference['kind'] }[]> {
  return sql<{ about: string; code: string; kind: Difference['kind'] }[]>`
    select about, code, raw ->> 'difference' as kind from exception
    where kind = 'shipment_difference' and status = 'open' and source_name = ${documentNo} and code is not null`;
}

/** Settles differences that are none any more. */
export const settleDifferences = (
  sql: Connection,
  { exceptions }: Pick<SharedServices, 'exceptions'>,
  abouts: readonly string[],
  settlement: { readonly text: string; readonly by: number },
): Promise<void> => exceptions.settle(sql, shipmentDifference, abouts, settlement);

/** Raises exceptions for returned goods that were sold to another dealer, or never. */
export async function raiseWrongReturns(
  sql: Connection,
  { exceptions }: Pick<SharedServices, 'exceptions'>,
  finding: Finding,
  codes: readonly (Concerned & { readonly cause: RefusalReason | null })[],
): Promise<void> {
  const goods = await goodsOf(sql, codes);
  await exceptions.raise(
    sql,
    wrongReturn,
    codes.flatMap(({ cause, ...one }) =>
      cause === null
        ? []
        : [
            {
              ...exceptionOf(finding, one, goods),
              about: `refund ${finding.documentNo} ${one.code}`,
              cause,
              raw: { refund_no: finding.documentNo, code: one.code, cause, told_by: finding.toldBy },
            },
          ],
    ),
  );
}

const exceptionOf = (
  { documentNo }: Finding,
  { code, id }: Concerned,
  goods: ReadonlyMap<number, GoodsOfCode>,
): Pick<RaisedException, 'origin' | 'codes' | 'workOrderId' | 'goods'> => ({
  origin: { source: 'document', name: documentNo },
  codes: [code],
  workOrderId: goods.get(id ?? 0)?.workOrderId ?? null,
  goods: goods.get(id ?? 0)?.goods,
});

interface GoodsOfCode extends Pick<RaisedException, 'goods'> {
  /** The work order that made them, which determines who sees the exceptions. */
  readonly workOrderId: number | null;
}

async function goodsOf(sql: Connection, codes: readonly Concerned[]): Promise<Map<number, GoodsOfCode>> {
  const ids = codes.flatMap(({ id }) => id ?? []);
  const records = (await readCodes(sql, ids)).among(ids);
  return new Map(
    records.map((record) => {
      const goods = goodsIn(record);
      const units = goods.reduce((sum, one) => sum + one.units, 0);
      const productId = same(goods.map((one) => one.productId));
      return [record.id, { workOrderId: record.workOrderId, goods: units > 0 ? { units, productId } : undefined }];
    }),
  );
}
