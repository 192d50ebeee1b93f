import type { Connection } from '../../platform/database/database.ts';
import type { CodeState } from './code-state.ts';
import { type CodeRecord, Ledger } from './ledger.ts';

/** Those among some codes that acts are about: by name, or because they lie in something or hold something. */
export async function actedAmong(sql: Connection, ids: readonly number[]): Promise<number[]> {
  const asked = ids as number[];
  const found = await Promise.all([
    sql<{ code: number }[]>`select child as code from packing where child = any(${asked}::bigint[])`,
    sql<{ code: number }[]>`select distinct code from event_code where code = any(${asked}::bigint[])`,
    sql<{ code: number }[]>`select code from package where code = any(${asked}::bigint[])`,
  ]);
  return [...new Set(found.flat().map(({ code }) => code))];
}

/** The states of codes with what acts say of them, which goes before what issuing and binding by ranges say. */
export async function actedStates(
  sql: Connection,
  states: Map<number, CodeState>,
  acted: readonly number[],
): Promise<void> {
  if (acted.length === 0) return;
  const ledger = new Ledger(sql);
  await ledger.read(acted);
  const records = acted.flatMap((id) => ledger.get(id) ?? []);
  const goods = await goodsOf(sql, records);
  for (const record of records) {
    const state = states.get(record.id);
    if (state) states.set(record.id, { ...state, ...goods(record), ...standing(ledger, state, record) });
  }
}

function standing(
  ledger: Ledger,
  state: CodeState,
  record: CodeRecord,
): Pick<CodeState, 'state' | 'life' | 'changed_at' | 'made_at' | 'packed_at' | 'parent'> {
  const isGone = record.life === 'sampled' || record.life === 'inactive' || record.life === 'destroyed';
  const bound = record.life === 'active' ? 'bound' : state.state;
  return {
    life: record.life,
    state: state.state === 'void' || isGone ? 'void' : bound,
    changed_at: new Date(Math.max(record.lastAt, state.changed_at?.getTime() ?? 0)),
    made_at: record.boundAt === null ? null : new Date(record.boundAt),
    packed_at: momentOf(record.packedBy ?? ledger.of(record.id).contents?.packedBy),
    parent: record.parent,
  };
}

const momentOf = (event: { readonly at: number } | null | undefined): Date | null =>
  event ? new Date(event.at) : null;

interface ProductRow {
  readonly id: number;
  readonly product_code: string;
  readonly product_name: string;
  readonly gtin: string | null;
  readonly spec: string | null;
}

interface LotRow {
  readonly id: number;
  readonly lot_no: string;
  readonly production_date: string | null;
  readonly expiry_date: string | null;
}

type Goods = Partial<
  Pick<
    CodeState,
    'product_id' | 'product_code' | 'product_name' | 'gtin' | 'spec' | 'lot' | 'production_date' | 'expiry_date'
  >
>;

/** Product and lot of the goods that codes are on; of what is on none, nothing. */
async function goodsOf(sql: Connection, records: readonly CodeRecord[]): Promise<(record: CodeRecord) => Goods> {
  const ids = (pick: (record: CodeRecord) => number | null) => [...new Set(records.flatMap((one) => pick(one) ?? []))];
  const [products, lots] = await Promise.all([
    sql<ProductRow[]>`
      select id, product_code, product_name, gtin, spec from product
      where id = any(${ids(({ productId }) => productId)}::bigint[])`,
    sql<LotRow[]>`
      select id, lot_no, to_char(production_date, 'YYYY-MM-DD') as production_date,
        to_char(expiry_date, 'YYYY-MM-DD') as expiry_date
      from lot where id = any(${ids(({ lotId }) => lotId)}::bigint[])`,
  ]);
  const productOf = new Map(products.map(({ id, ...product }) => [id, { product_id: id, ...product }]));
  const lotOf = new Map(lots.map(({ id, lot_no, ...dates }) => [id, { lot: lot_no, ...dates }]));
  return ({ productId, lotId }) => ({
    ...(productId === null ? {} : productOf.get(productId)),
    ...(lotId === null ? {} : lotOf.get(lotId)),
  });
}
