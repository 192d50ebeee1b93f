import type { Connection } from '../../platform/database/database.ts';
import { type CodeActs, readEvents, tellActs } from './code-acts.ts';
import { type CodeRecord, issuedRecord } from './code-record.ts';
import type { CodeState } from './code-state.ts';

/** The states of codes with what acts say of them, which goes before what issuing and binding by ranges say. */
export async function tellActedStates(sql: Connection, states: Map<number, CodeState>, acts: CodeActs): Promise<void> {
  const acted = new Set([
    ...acts.packings.map(({ child }) => child),
    ...[...acts.packages, ...acts.named].map(({ code }) => code),
  ]);
  if (acted.size === 0) return;
  const events = await readEvents(sql, acts);
  const facts = { level: 1, issuedFor: null, closed: false, held: false };
  const records = new Map([...acted].map((id) => [id, issuedRecord(id, facts)]));
  tellActs(records, acts, events);
  const goods = await goodsOf(sql, [...records.values()]);
  for (const record of records.values()) {
    const state = states.get(record.id);
    if (state) states.set(record.id, { ...state, ...goods(record), ...standing(state, record) });
  }
}

function standing(
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
    packed_at: momentOf(record.packedBy ?? record.contents?.packedBy),
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
