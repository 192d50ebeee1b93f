import type { PlaceKind } from '@suyuan/contract/trace/states.ts';
import type { Account } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { type OwnedRow, type Party, partyOfOwner } from '#platform/party.ts';
import type { WorkOrderFacts, WorkOrders } from '../services.ts';
import type { CodeRecord } from './code-record.ts';
import { covering, type IssuedRange, rangesAround } from './issue-facts.ts';
import type { Ledger } from './ledger.ts';
import { outOfProduction } from './out-of-production.ts';

/**
 * On whose behalf an event is done. The enterprise may act on goods wherever they are; a factory, a dealer, or a device of a
 * production line only on goods in its custody.
 */
export type Custodian = 'enterprise' | Party | { readonly kind: 'line'; readonly id: number };

/** The custodian that a person, or the system of a party's warehouse, acts for. */
export const custodianOf = ({ party }: Pick<Account, 'party'>): Custodian => party ?? 'enterprise';

/** How goods stand to somebody. */
export interface CustodyState {
  /** They are in its custody: in its warehouse or on its line, or a code that it may put on goods. */
  readonly here: boolean;
  /** They are on their way to it. */
  readonly coming: boolean;
  /** They are on their way from it. */
  readonly sent: boolean;
  /** It was party to them, so it may know that there are such goods. */
  readonly known: boolean;
}

const away: CustodyState = { here: false, coming: false, sent: false, known: false };
const inCustody: CustodyState = { ...away, here: true, known: true };

/** When an event happened, and whether it is reported late. */
interface Moment {
  readonly at: number;
  readonly late?: boolean;
}

/** What is requested. */
interface Question {
  readonly ledger: Ledger;
  /** Codes that the ledger has read, sorted. */
  readonly codes: ArrayLike<number>;
  /** The requester. */
  readonly custodians: readonly Custodian[];
  readonly orders: Pick<WorkOrders, 'facts'>;
  /** Work orders whose facts were read already. */
  readonly known?: ReadonlyMap<number, WorkOrderFacts>;
  /** Places where events on these codes will leave them. */
  readonly placeIds?: readonly number[];
}

interface Facts {
  readonly ledger: Ledger;
  readonly holders: ReadonlyMap<number, Holder>;
  readonly orders: ReadonlyMap<number, WorkOrderFacts>;
  readonly leasedAway: LeasedAway;
  /** Codes that have left production. */
  readonly out: ReadonlySet<number>;
}

/**
 * In whose custody goods are: those in a warehouse in its owner's, those that a dealer has in the dealer's. What a line makes stays in
 * its custody, and its factory's, until it is handed over; where goods are in stock as soon as they are packed, until the work
 * order is finished, somebody moves them, or the warehouse signs for them.
 */
export class Custody {
  readonly #facts: Facts;

  private constructor(facts: Facts) {
    this.#facts = facts;
  }

  static async read(
    sql: Connection,
    { ledger, codes, custodians, orders, known = new Map(), placeIds = [] }: Question,
  ): Promise<Custody> {
    const records = Array.from(codes).flatMap((code) => ledger.get(code) ?? []);
    const places = [...records.map((record) => ledger.placeOf(record)), ...placeIds].filter((id) => id !== null);
    const orderIds = new Set(records.flatMap((record) => orderIdOf(record) ?? []));
    const unknown = [...orderIds].filter((id) => !known.has(id));
    const [holders, leasedAway, more] = await Promise.all([
      holdersAt(sql, [...new Set(places)]),
      leasesOf(sql, codes),
      unknown.length === 0 ? [] : orders.facts(sql, unknown),
    ]);
    const facts = { ledger, holders, leasedAway, orders: new Map([...known, ...more]), out: new Set<number>() };
    const atMaker = new Custody(facts);
    const doubtful = records.filter((record) =>
      custodians.some((custodian) => atMaker.#mayHaveLeft(custodian, record)),
    );
    if (doubtful.length === 0) return atMaker;
    const goods = doubtful.map((one) => ({ code: one.id, above: ledger.above(one).map(({ id }) => id) }));
    return new Custody({ ...facts, out: await outOfProduction(sql, goods) });
  }

  /** How the goods of a code stand to somebody, for an event of this moment. */
  of(custodian: Custodian, record: CodeRecord, moment: Moment): CustodyState {
    if (custodian === 'enterprise') return inCustody;
    if (record.life === 'issued') return this.isFree(custodian, record.id) ? inCustody : away;
    const { ledger, holders } = this.#facts;
    const order = this.#orderOf(record);
    const isMaker = order !== undefined && isOf(custodian, order);
    const placeId = ledger.placeOf(record);
    const hasLeft = this.#facts.out.has(record.id);
    const isLoaded = ledger.waybillOf(record) !== null;
    if (placeId === null ? isMaker && !hasLeft : this.#isHeldBy(custodian, record)) return inCustody;
    if (this.#isWhereMade(custodian, record) && isOpen(order, moment) && !hasLeft && !isLoaded) return inCustody;
    const holder = holders.get(placeId ?? 0);
    const [coming, sent] = [isSame(custodian, holder?.receiver), isSame(custodian, holder?.sender)];
    const known = isMaker || coming || sent || isSame(custodian, holder?.returner);
    return { here: false, coming, sent: sent && holder?.underWay === true, known };
  }

  /** Whether somebody may put a code, which is on no goods, on some: not if it is leased to a line of somebody else. */
  isFree(custodian: Custodian, code: number): boolean {
    return !this.#facts.leasedAway(custodian, code);
  }

  /** Whether it has to be found out if goods have left production: their place does not say it. */
  #mayHaveLeft(custodian: Custodian, record: CodeRecord): boolean {
    const { ledger } = this.#facts;
    // Goods that are destroyed are at no place any more, as loose ones on a line.
    if (ledger.placeOf(record) === null) return ledger.lifeOf(record) !== 'active';
    return this.#isWhereMade(custodian, record) && !this.#isHeldBy(custodian, record);
  }

  #orderOf(record: CodeRecord): WorkOrderFacts | undefined {
    return this.#facts.orders.get(orderIdOf(record) ?? 0);
  }

  #isHeldBy(custodian: Custodian, record: CodeRecord): boolean {
    const holder = this.#facts.holders.get(this.#facts.ledger.placeOf(record) ?? 0);
    if (!holder || custodian === 'enterprise') return false;
    return custodian.kind === 'line' ? holder.lineId === custodian.id : isSame(custodian, holder.party);
  }

  /** Whether the goods are where its work order puts what is packed. */
  #isWhereMade(custodian: Custodian, record: CodeRecord): boolean {
    const order = this.#orderOf(record);
    return order !== undefined && isOf(custodian, order) && order.placeId === this.#facts.ledger.placeOf(record);
  }
}

/** The work order that made the goods; of the label of an emptied package, the one that they were made for. */
const orderIdOf = ({ workOrderId, namedBy }: CodeRecord): number | null => workOrderId ?? namedBy?.workOrderId ?? null;

const isOf = (custodian: Custodian, { factoryId, lineId }: WorkOrderFacts): boolean => {
  if (custodian === 'enterprise' || custodian.kind === 'dealer') return false;
  return custodian.kind === 'line' ? lineId === custodian.id : factoryId === custodian.id;
};

const isSame = (custodian: Custodian, party: Party | undefined): boolean =>
  custodian !== 'enterprise' && party !== undefined && custodian.kind === party.kind && custodian.id === party.id;

/** Whether a work order was not finished when something happened that is reported late, or is not now. */
const isOpen = (order: WorkOrderFacts | undefined, { at, late }: Moment): boolean => {
  if (!order || order.status === 'closed') return false;
  return order.status !== 'finished' || (late === true && order.stoppedAt !== null && at <= order.stoppedAt);
};

/** Who has the goods at a place. */
interface Holder {
  /** The factory or dealer; undefined for the enterprise, for goods in transit, and for anybody outside. */
  readonly party: Party | undefined;
  readonly lineId: number | null;
  /** They are in transit. */
  readonly underWay: boolean;
  /** Of goods in transit, or delivered to somebody outside: who sent them. */
  readonly sender: Party | undefined;
  /** Of goods in transit: to whom they are on their way. */
  readonly receiver: Party | undefined;
  /** Of returned goods: the dealer that they came from. */
  readonly returner: Party | undefined;
}

interface Row extends OwnedRow {
  readonly id: number;
  readonly kind: PlaceKind;
  readonly line_id: number | null;
  readonly from_factory: number | null;
  readonly from_dealer: number | null;
  readonly to_factory: number | null;
  readonly to_dealer: number | null;
  readonly back_from: number | null;
}

/** Reads who has the goods at each of these places. Returned goods are with the warehouse that inspects them. */
async function holdersAt(sql: Connection, placeIds: readonly number[]): Promise<ReadonlyMap<number, Holder>> {
  if (placeIds.length === 0) return new Map();
  const rows = await sql<Row[]>`
    select p.id, p.kind, coalesce(w.factory_id, rw.factory_id, o.factory_id, f.id) as factory_id,
      coalesce(w.dealer_id, rw.dealer_id, s.dealer_id, d.id) as dealer_id, l.id as line_id,
      bw.factory_id as from_factory, bw.dealer_id as from_dealer, coalesce(tw.factory_id, b.to_factory_id) as to_factory,
      coalesce(tw.dealer_id, b.to_dealer_id) as to_dealer, r.dealer_id as back_from
    from place p
    left join warehouse w on p.kind in ('warehouse', 'missing') and w.id = p.ref_id
    left join factory f on p.kind = 'factory' and f.id = p.ref_id
    left join production_line l on p.kind = 'line' and l.id = p.ref_id
    left join workshop o on o.id = l.workshop_id
    left join ship_to s on p.kind = 'ship_to' and s.id = p.ref_id
    left join dealer d on p.kind = 'dealer' and d.id = p.ref_id
    left join waybill b on p.kind in ('waybill', 'outside', 'lost') and b.id = p.ref_id
    left join warehouse bw on bw.id = b.from_warehouse_id
    left join warehouse tw on tw.id = b.to_warehouse_id
    left join refund r on p.kind = 'refund' and r.id = p.ref_id
    left join warehouse rw on rw.id = r.warehouse_id
    where p.id ${among(sql, placeIds)}`;
  return new Map(rows.map((row) => [row.id, holderOf(row)]));
}

/** Goods that were lost on their way can still arrive. */
const isOnWay = ({ kind }: Row): boolean => kind === 'waybill' || kind === 'lost';

const holderOf = (row: Row): Holder => ({
  party: partyOfOwner(row),
  lineId: row.line_id,
  underWay: isOnWay(row),
  sender: partyOfOwner({ factory_id: row.from_factory, dealer_id: row.from_dealer }),
  receiver: isOnWay(row) ? partyOfOwner({ factory_id: row.to_factory, dealer_id: row.to_dealer }) : undefined,
  returner: row.back_from === null ? undefined : { kind: 'dealer', id: row.back_from },
});

interface LeaseRow extends IssuedRange {
  readonly line_id: number | null;
  readonly factory_id: number | null;
}

/** Codes further apart than this are queried as separate ranges. */
const gap = 10_000;

/** Whether a code is leased to a line of somebody else, who alone may put it on goods. */
type LeasedAway = (custodian: Custodian, code: number) => boolean;

/** Reads the leases of some codes, which are sorted. What was returned is not leased any more. */
export async function leasesOf(sql: Connection, codes: ArrayLike<number>): Promise<LeasedAway> {
  const ranges = rangesAround(codes, gap);
  const leases =
    ranges.length === 0
      ? []
      : await sql<LeaseRow[]>`
          select distinct l.first_id, l.last_id - l.returned as last_id, o.line_id, o.factory_id
          from unnest(
            ${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[]) as c (first, last)
          join code_lease l
            on int8range(l.first_id, l.last_id - l.returned + 1) && int8range(c.first, c.last + 1)
          join work_order o on o.id = l.work_order_id
          order by first_id`;
  return (custodian, code) => {
    if (custodian === 'enterprise' || leases.length === 0) return false;
    const lease = covering(leases, code);
    if (!lease) return false;
    const { kind, id } = custodian;
    return kind === 'line' ? lease.line_id !== id : kind === 'dealer' || lease.factory_id !== id;
  };
}
