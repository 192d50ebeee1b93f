import type { Link } from '@suyuan/contract/inspect/forensic-case.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SharedServices } from '#shared-services.ts';
import { Ledger } from '#trace/state/ledger.ts';
import { type WaybillDealers, whereaboutsOf } from '#trace/state/sold-to.ts';

/** The chain of a bottle: the dealer it was sold to, its packages from the outside inwards, and the bottle itself. */
export async function chainOf(
  sql: Connection,
  { rules, waybillDealers }: Pick<SharedServices, 'rules' | 'waybillDealers'>,
  code: number | null,
): Promise<Link[]> {
  if (code === null) return [];
  const ledger = new Ledger(sql);
  await ledger.read([code]);
  const record = ledger.get(code);
  if (!record) return [];
  const dealers: WaybillDealers = (on, waybills) => waybillDealers.get()(on, waybills);
  const found = (await whereaboutsOf(sql, ledger, [code], dealers)).get(code);
  const packages = ledger.above(record).toReversed();
  const texts = await rules.texts(sql, [...packages.map(({ id }) => id), code]);
  const momentOf = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  const links: Link[] = [];
  if (found?.sold)
    links.push({ ...(await dealerLink(sql, found.sold.dealerId)), at: found.sold.shippedAt.toISOString() });
  else if (found?.at) links.push({ kind: found.at.kind, name: '', at: found.at.since.toISOString() });
  for (const one of packages) {
    links.push({ kind: `level${one.level}`, name: texts.get(one.id) ?? '', at: momentOf(one.contents?.packedBy.at) });
  }
  links.push({ kind: `level${record.level}`, name: texts.get(code) ?? '', at: momentOf(record.packedBy?.at) });
  return links;
}

async function dealerLink(sql: Connection, id: number): Promise<{ kind: string; name: string }> {
  const [dealer] = await sql<{ dealer_code: string; dealer_name: string }[]>`
    select dealer_code, dealer_name from dealer where id = ${id}`;
  return { kind: 'dealer', name: dealer ? `${dealer.dealer_name} (${dealer.dealer_code})` : '' };
}
