import type { Link } from '@suyuan/contract/inspect/case/forensic-case.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SharedServices } from '#shared-services.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { type WaybillDealers, whereaboutsOf } from '#trace/state/sold-to.ts';

/** The chain of a bottle: the dealer it was sold to, its packages from the outside inwards, and the bottle itself. */
export async function chainOf(
  sql: Connection,
  { rules, waybillDealers }: Pick<SharedServices, 'rules' | 'waybillDealers'>,
  code: number | null,
): Promise<Link[]> {
  if (code === null) return [];
  const codes = await readCodes(sql, [code]);
  const record = codes.get(code);
  if (!record) return [];
  const dealers: WaybillDealers = (on, waybills) => waybillDealers.get()(on, waybills);
  const whereabouts = (await whereaboutsOf(sql, codes, [code], dealers)).get(code);
  const packages = codes.above(record).toReversed();
  const texts = await rules.texts(sql, [...packages.map(({ id }) => id), code]);
  const momentOf = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  const links: Link[] = [];
  if (whereabouts?.sold)
    links.push({ ...(await dealerLink(sql, whereabouts.sold.dealerId)), at: whereabouts.sold.shippedAt.toISOString() });
  else if (whereabouts?.at) links.push({ kind: whereabouts.at.kind, name: '', at: whereabouts.at.since.toISOString() });
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
