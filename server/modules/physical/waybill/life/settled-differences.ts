import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { text } from '#platform/language.ts';
import type { SharedServices } from '#shared-services.ts';
import { placesOf } from '#trace/places.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { openDifferences, settleDifferences } from '../../exception/document-exceptions.ts';
import type { LockedWaybill } from './waybill-steps.ts';

type Settling = Pick<Caller<Account>, 'account' | 'language'>;

/** Settles differences about missing goods that are found: they have arrived, or it is said what became of them. */
export async function settleFound(
  sql: Connection,
  shared: SharedServices,
  { account, language }: Settling,
  { id, waybill_no }: LockedWaybill,
): Promise<void> {
  const open = (await openDifferences(sql, waybill_no)).filter(({ kind }) => kind === 'short');
  if (open.length === 0) return;
  const codes = await shared.rules.find(
    sql,
    open.map(({ code }) => code),
  );
  const placeIds = new Set([
    ...(await placesOf(sql, 'waybill', [id])).values(),
    ...(await placesOf(sql, 'lost', [id])).values(),
  ]);
  const records = await readCodes(
    sql,
    codes.flatMap((code) => code?.id ?? []),
  );
  const goods = open.filter((_, at) => {
    const record = records.get(codes[at]?.id ?? 0);
    return record !== undefined && !placeIds.has(records.placeOf(record) ?? 0);
  });
  const settlement = { text: text(language, 'exception.goodsFound'), by: account.id };
  await settleDifferences(
    sql,
    shared,
    goods.map(({ about }) => about),
    settlement,
  );
}

/** Settles all differences that were told with a signature, since it is taken back. */
export async function settleUnsigned(
  sql: Connection,
  shared: SharedServices,
  { account, language }: Settling,
  { waybill_no }: LockedWaybill,
): Promise<void> {
  const open = await openDifferences(sql, waybill_no);
  const settlement = { text: text(language, 'exception.unsigned'), by: account.id };
  await settleDifferences(
    sql,
    shared,
    open.map(({ about }) => about),
    settlement,
  );
}
