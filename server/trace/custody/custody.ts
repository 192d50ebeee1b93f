import type { Connection } from '#platform/database/database.ts';
import type { Party } from '#platform/party.ts';
import type { CodeRecord } from '../state/code-record.ts';
import type { Ledger } from '../state/ledger.ts';
import type { WorkOrderFacts, WorkOrders } from '../work-order-facts.ts';
import type { Custodian } from './custodian.ts';
import { type Holder, holdersAt } from './holders.ts';
import { type LeasedAway, leasesOf } from './leased-codes.ts';
import { outOfProduction } from './out-of-production.ts';

/** How goods stand to somebody. */
export interface Standing {
  /** They are in its custody: in its warehouse or on its line, or a code that it may put on goods. */
  readonly here: boolean;
  /** They are on their way to it. */
  readonly coming: boolean;
  /** They are on their way from it. */
  readonly sent: boolean;
  /** It was party to them, so it may know that there are such goods. */
  readonly known: boolean;
}

const away: Standing = { here: false, coming: false, sent: false, known: false };
const inCustody: Standing = { ...away, here: true, known: true };

/** When an event happened, and whether it is reported late. */
interface Moment {
  readonly at: number;
  readonly late?: boolean;
}

/** What is asked about. */
interface Question {
  readonly ledger: Ledger;
  /** Codes that the ledger has read, sorted. */
  readonly codes: ArrayLike<number>;
  /** Who asks. */
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
    const made = new Set(records.flatMap((record) => orderIdOf(record) ?? []));
    const unknown = [...made].filter((id) => !known.has(id));
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
    const packed = doubtful.map((one) => ({ code: one.id, above: ledger.above(one).map(({ id }) => id) }));
    return new Custody({ ...facts, out: await outOfProduction(sql, packed) });
  }

  /** How the goods of a code stand to somebody, for an event of this moment. */
  of(custodian: Custodian, record: CodeRecord, moment: Moment): Standing {
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
