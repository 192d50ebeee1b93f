import { consumerScan, customerInquire } from '@suyuan/contract/querymanage/consumer-scan.ts';
import type { Kysely, Selectable } from 'kysely';
import type { GuessLimit } from '#identity/guess-limit.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import type { Language } from '#platform/language.ts';
import { declaredRow, listOf, type Query } from '#platform/lists/declared-list.ts';
import { serveList } from '#platform/lists/list.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { ownCodes } from '#trace/lookup/own-goods.ts';
import type { CodeRecord } from '#trace/state/code-record.ts';
import type { CodeFilter } from './code-filter.ts';
import { scansMatching } from './scans-matching.ts';

export function serveCustomerQuery(services: Services, codeFilter: CodeFilter): void {
  serveList(services, { ...scanList, resolveFilters: ({ code }, caller) => codeFilter.admit(code, caller) });
}

export const scanList = listOf(consumerScan, {
  rows: (from, filters, within): Query<ScanRow> =>
    scansMatching(from, filters, within)
      .leftJoin('code_order as o', 'o.id', 's.order_id')
      .leftJoin('product as p', 'p.id', 's.product_id')
      .selectAll('s')
      .select(['o.order_no', 'p.product_name']),
  handlesFilters: 'all',
  sort: { scanned_at: ksql.ref('s.scanned_at') },
  defaultSort: '-scanned_at',
  tieBreak: ksql.ref('s.id'),
  complete: withPlaces,
  completeExports: true,
  present: ({ place, ...row }) =>
    declaredRow(consumerScan, {
      ...row,
      id: String(row.id),
      place: place?.place ?? null,
      latitude: numberOf(place?.latitude),
      longitude: numberOf(place?.longitude),
    }),
});

/** Adds the places of purchase. Queried separately, since Citus would fetch the whole table for a join with found scans. */
async function withPlaces(rows: ScanRow[], db: Kysely<Schema>): Promise<ScanRow[]> {
  if (rows.length === 0) return rows;
  const placeRows = await db
    .selectFrom('scan_place')
    .select(['code_id', 'nth', 'place', 'latitude', 'longitude'])
    .where('code_id', 'in', [...new Set(rows.map(({ code_id }) => code_id))])
    .where('nth', 'in', [...new Set(rows.map(({ nth }) => nth))])
    .execute();
  const key = ({ code_id, nth }: Pick<ScanRow, 'code_id' | 'nth'>) => `${code_id} ${nth}`;
  const places = new Map(placeRows.map((one) => [key(one), one]));
  return rows.map((row) => ({ ...row, place: places.get(key(row)) }));
}

const numberOf = (text: string | null | undefined): number | null => (text == null ? null : Number(text));

interface ScanRow extends Selectable<Schema['consumer_scan']> {
  readonly order_no: string | null;
  readonly product_name: string | null;
  readonly place?: Pick<Selectable<Schema['scan_place']>, 'place' | 'latitude' | 'longitude'> | undefined;
}

/** The page for a consumer, and its subject: an issued code, a product, or undefined if unknown. */
interface Look {
  readonly html: string;
  readonly about: CodeRecord | 'product' | undefined;
}

/** Shows the consumer page in the console. `look` renders it and records nothing. */
export function serveCustomerInquire(
  { routes }: Services,
  guesses: GuessLimit,
  look: (code: string, language: Language) => Promise<Look>,
): void {
  routes.serve(customerInquire, async ({ code, language }, caller) => {
    const watch = await guesses.watch(caller);
    const { html, about } = await look(code, language);
    const isKnown = about === 'product' || (about !== undefined && (await ownCodes(caller, [about])).size > 0);
    await watch.saw(1, isKnown ? 0 : 1);
    // For people of a party, codes of others are the same as unknown ones.
    if (!isKnown && !isOfEnterprise(caller.account)) throw badInput({ path: 'code', reason: 'no_own_code' });
    return { html };
  });
}
