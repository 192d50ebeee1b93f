import type { MarkingEvent } from '@suyuan/contract/trace/error-declaration.ts';
import type { Connection } from '#platform/database/database.ts';
import { madeOf } from '../figures/figures.ts';
import type { WorkOrderFacts, WorkOrders } from '../services.ts';
import { type CodeRecord, unitsOf } from '../state/code-record.ts';
import { type Custodian, Custody } from '../state/custody.ts';

import { inOrder } from '../state/issue-facts.ts';
import { Ledger } from '../state/ledger.ts';
import { type CaptureContext, nothingUnmarked } from './context/capture-context.ts';
import { Effects } from './context/effects.ts';
import type { PackEvent } from './context/event-input.ts';
import { LentCodes, OrderAllowance, PrintedLabels } from './context/labels-at-hand.ts';
import { noLots } from './context/lots-to-load.ts';
import { noSets, TakenOut } from './context/readings.ts';
import { outOfCustody, type Refused } from './context/refused.ts';

import { markRefusals } from './events/mark.ts';
import { beyondPlan } from './events/pack.ts';
import { childRefusals, lentElsewhere, parentRefusals, placeOfPacking } from './events/packing-refusals.ts';

/** What a packing desk shows of a code. */
export interface Packable {
  readonly level: number;
  /** Units that it stands for: those in it, or itself. */
  readonly units: number;
  /** Units that a package of its level holds; null if that is not defined. */
  readonly capacity: number | null;
  /** How many things lie directly in it. */
  readonly contents: number;
  /** By the packaging relation: the level of what lies directly in it, and how many of these fit in it. */
  readonly contentsLevel: number | null;
  readonly maxContents: number | null;
  /** How many of the codes in it are void. */
  readonly voidInside: number;
  /** The package that it lies in. */
  readonly parent: number | null;
  readonly refused: readonly Refused[];
}

interface PackableQuery {
  readonly orders: Pick<WorkOrders, 'facts'>;
  readonly order: WorkOrderFacts | undefined;
  /** On whose behalf they would be packed. */
  readonly custodian: Custodian;
}

interface Into {
  readonly parent: number | undefined;
  /** They would be marked instead of packed. */
  readonly mark?: Exclude<MarkingEvent, 'bind'> | undefined;
  /** Those in other packages would be taken out of these. */
  readonly moving: boolean;
}

/**
 * Whether codes could be packed for a work order as things are now: into `parent`, or, without one, each as a parent itself; or
 * whether they could be marked. Uses the rules of these events and writes nothing; without the capture lock, the event itself may still be refused.
 */
export async function packable(
  sql: Connection,
  { orders, order, custodian }: PackableQuery,
  { parent, mark, moving }: Into,
  codes: readonly number[],
): Promise<Map<number, Packable>> {
  const ledger = new Ledger(sql);
  const ids = [...codes, ...(parent === undefined ? [] : [parent])];
  await ledger.read(ids);
  const custody =
    custodian === 'enterprise'
      ? undefined
      : await Custody.read(sql, { ledger, codes: inOrder(ids), custodians: [custodian], orders });
  const [counts, lent] = await Promise.all([
    madeOf(sql, order ? [order.id] : []),
    LentCodes.read(sql, [], new Map(order && [[order.id, order]]), Float64Array.from(codes).sort()),
  ]);
  const context: CaptureContext = {
    ledger,
    effects: new Effects(),
    orders: new Map(),
    waybills: new Map(),
    lots: noLots,
    takenOut: new TakenOut(),
    unmarked: nothingUnmarked,
    wholeSets: noSets,
    allowance: new OrderAllowance(counts),
    lent,
    printed: new PrintedLabels([]),
    custody,
    now: Date.now(),
  };
  await ledger.readPlaces();
  const voids = await voidIn(ledger, codes);
  const results = new Map<number, Packable>();
  for (const id of codes) {
    const record = ledger.get(id);
    if (!record) continue;
    const event: PackEvent = {
      ...{ act: 'pack', workOrderId: order?.id ?? 0, parent: parent ?? id, moving, custodian },
      children: parent === undefined ? [] : [id],
      ...{ at: context.now, utcOffset: 0, by: { accountId: null, deviceKeyId: null } },
    };
    const elsewhere = outOfCustody(context, event);
    if (elsewhere.length > 0) {
      const { level } = record;
      results.set(id, {
        ...nothingInside,
        level,
        units: unitsOf(record),
        capacity: null,
        parent: null,
        refused: elsewhere,
      });
      continue;
    }
    const capacity = order?.capacities.get(record.level) ?? null;
    results.set(id, {
      level: record.level,
      units: unitsOf(record),
      contents: record.contents?.children ?? 0,
      ...fittingIn(record.level, order),
      voidInside: voids.get(id) ?? 0,
      capacity: capacity ?? record.contents?.capacity ?? null,
      parent: record.parent,
      refused: !order
        ? []
        : mark
          ? unmarkable(context, order, { ...event, mark }, record)
          : refusedOf(context, order, event, record),
    });
  }
  return results;
}

/** Why a code could not be marked; that it lies in a package is no reason if it would be taken out. */
function unmarkable(
  context: CaptureContext,
  order: WorkOrderFacts,
  { mark, moving, children: _, parent: __, ...event }: PackEvent & { readonly mark: Exclude<MarkingEvent, 'bind'> },
  { id }: CodeRecord,
): Refused[] {
  const refused = [...markRefusals(context, { ...event, act: mark, codes: [id] }, order, id)];
  return moving ? refused.filter(({ reason }) => reason !== 'packed_elsewhere') : refused;
}

const nothingInside = { contents: 0, contentsLevel: null, maxContents: null, voidInside: 0 };

/** What lies directly in a package of a level, and how many of them: the next lower level of the packaging relation. */
export function fittingIn(level: number, order: WorkOrderFacts | undefined) {
  const capacity = order?.capacities.get(level);
  const contentsLevel = Math.max(...[...(order?.capacities.keys() ?? [])].filter((other) => other < level));
  const each = order?.capacities.get(contentsLevel);
  return capacity === undefined || each === undefined
    ? { contentsLevel: null, maxContents: null }
    : { contentsLevel, maxContents: Math.floor(capacity / each) };
}

/** How many codes in each package are on no goods any more, or were closed. Only a desk requests this, so the packages may be opened. */
async function voidIn(ledger: Ledger, codes: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const packages = codes.filter((id) => ledger.get(id)?.contents);
  await ledger.readContents(packages);
  const isVoid = ({ closed, life }: CodeRecord) => closed || life !== 'active';
  return new Map(packages.map((id) => [id, ledger.childrenOf(id).filter(isVoid).length]));
}

function refusedOf(context: CaptureContext, order: WorkOrderFacts, event: PackEvent, record: CodeRecord): Refused[] {
  const into = event.children.length === 0 ? undefined : context.ledger.get(event.parent);
  if (into) {
    const placeId = placeOfPacking(context, into, []);
    const refused = [
      ...childRefusals(context, event, order, { parent: into, placeId }, record.id),
      ...lentElsewhere(context, order, [record.id]),
    ];
    const isFresh = record.level === 1 && record.life === 'issued';
    const beyond = beyondPlan(context, order, record, isFresh ? 1 : 0);
    return beyond ? [...refused, beyond] : refused;
  }
  const refused = [...parentRefusals(context, event, order, record.id)];
  const capacity = order.capacities.get(record.level);
  const units = record.contents?.units ?? 0;
  if (capacity === undefined || units < capacity) return refused;
  return [...refused, { code: record.id, reason: 'over_capacity', conflict: `${units + 1} > ${capacity}` }];
}
