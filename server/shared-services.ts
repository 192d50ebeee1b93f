import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import type { ScanAnswer } from '@suyuan/contract/consumer/scan.ts';
import type { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import type { ScanDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import { GuessLimit } from '#identity/guess-limit.ts';
import { RuleBook } from '#identity/rule-book.ts';
import type { Sessions } from '#platform/access/authentication.ts';
import { answeredFirst } from '#platform/access/system-database.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { type Account, type Caller, holds } from '#platform/caller.ts';
import type { Language } from '#platform/language.ts';
import { LateBound } from '#platform/late-bound.ts';
import type { Services } from '#platform/services.ts';
import { AddressGuard } from '#scans/address-guard.ts';
import { ScanDesk } from '#scans/scan-desk.ts';
import { Capture } from '#trace/capture/capture.ts';
import { CaptureCommits } from '#trace/capture/commits.ts';
import { EventBatches } from '#trace/capture/context/idempotency.ts';
import { PackingIndexes } from '#trace/capture/context/write-packings.ts';
import { type ExceptionServices, Exceptions } from '#trace/exceptions/exceptions.ts';
import { FigureCheck, Sums } from '#trace/figures/figure-check.ts';
import { Flow } from '#trace/flow/flow.ts';
import type { GoodsByDocument } from '#trace/goods-by-document.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';
import type { DamagedGoods, HoldZones, OrderCodes, Waybills, WorkOrders } from '#trace/services.ts';

import type { CodeRecord } from '#trace/state/code-record.ts';
import { IssuedCodes } from '#trace/state/issue-facts.ts';
import type { WaybillDealers } from '#trace/state/sold-to.ts';

/** What all branches share: what a text is (identity), what happened to a code (trace), what consumers scanned (scans). */
export interface SharedServices {
  readonly rules: RuleBook;
  readonly issued: IssuedCodes;
  /** Limits the look-ups of unknown codes by people who are signed in. */
  readonly guesses: GuessLimit;
  /** Refuses networks of consumers that guess codes. */
  readonly guard: AddressGuard;
  readonly desk: ScanDesk;
  /** Events and reports that do not fit, to be resolved by a person. */
  readonly exceptions: Exceptions;
  /** The only writer of events. */
  readonly capture: Capture;
  /** The flow of goods from step to step; each branch adds its own steps. */
  readonly flow: Flow;
  /** Provided by the branch that keeps work orders. */
  readonly workOrders: LateBound<WorkOrders>;
  /** The codes of a work order's goods. Provided by the same branch. */
  readonly orderCodes: LateBound<OrderCodes>;
  /** Provided by the branch that keeps waybills. */
  readonly waybills: LateBound<Waybills>;
  /** The recipients of waybills. Provided by the same branch. */
  readonly waybillDealers: LateBound<WaybillDealers>;
  /** What other systems tell of goods on documents. Provided by the same branch. */
  readonly goodsByDocument: LateBound<GoodsByDocument>;
  /** Provided by the branch of inspection, which keeps holds. */
  readonly damagedGoods: LateBound<DamagedGoods>;
  /** Provided by the same branch. */
  readonly holdZones: LateBound<HoldZones>;
  /** Provided by the same branch. */
  readonly inspecting: LateBound<Inspecting>;
  /** Provided by the branch that signs people in. */
  readonly sessions: LateBound<Sessions>;
  /** Revokes device keys of what gets another owner. Provided by the branch of production. */
  readonly revokeKeysOf: LateBound<RevokeKeysOf>;
  /** Provided by the branch that serves the consumer page. */
  readonly pageViews: LateBound<PageViews>;
}

/** Periods of sweeps in seconds. Sums are folded often, because reports have to read everything that is not folded yet. */
const tenMinutes = 600;
const halfHour = 1800;

export async function openSharedServices(services: Services): Promise<SharedServices> {
  const rules = new RuleBook(services);
  await rules.open();
  const first = answeredFirst(services);
  const guard = new AddressGuard(first);
  services.sweeps.add(guard);
  services.sweeps.add(new Sums(services.system.background.sql), tenMinutes);
  services.sweeps.add(new EventBatches(services.system.background.sql));
  services.sweeps.add(new CaptureCommits(services.system.background.sql));
  services.sweeps.add(new PackingIndexes({ ...services, sql: services.system.background.long.sql }));
  const figureCheck = new FigureCheck({ ...services, sql: services.system.background.long.sql });
  services.sweeps.add(figureCheck, halfHour);
  services.verifications.add('trace', () => figureCheck.last());
  const workOrders = new LateBound<WorkOrders>('workOrders');
  const exceptions = new Exceptions(services.notices);
  const waybills = new LateBound<Waybills>('waybills');
  const waybillDealers = new LateBound<WaybillDealers>('waybillDealers');
  return {
    rules,
    issued: new IssuedCodes(),
    guesses: new GuessLimit(services),
    guard,
    desk: new ScanDesk(first, rules, guard),
    exceptions,
    capture: new Capture({
      sql: services.system.codes.sql,
      orders: workOrders,
      waybills,
      timeZone: services.timeZone,
      exceptions,
      texts: (sql, ids) => rules.texts(sql, ids),
      metrics: services.metrics,
    }),
    flow: new Flow(),
    workOrders,
    orderCodes: new LateBound('orderCodes'),
    waybills,
    waybillDealers,
    goodsByDocument: new LateBound('goodsByDocument'),
    damagedGoods: new LateBound('damagedGoods'),
    holdZones: new LateBound('holdZones'),
    inspecting: new LateBound('inspecting'),
    sessions: new LateBound('sessions'),
    revokeKeysOf: new LateBound('revokeKeysOf'),
    pageViews: new LateBound('pageViews'),
  };
}

/** What the screens of exceptions need. Exceptions can only be assigned to people who may open the screen. */
export const exceptionServices = ({ exceptions, guesses, sessions }: SharedServices): ExceptionServices => ({
  exceptions,
  guesses,
  maySee: async (accountId, { page }) => {
    const account = await sessions.get().holder(accountId);
    return page.access === 'signed-in' || holds(account, page.access as readonly string[]);
  },
});

/** Reads an inspection, and keeps it in a change that `Capture.queued` has begun. What is no code at all is refused. */
export type Inspecting = (
  input: InputOf<typeof inspectAdd>,
  caller: Caller<Account>,
) => Promise<
  { readonly refused: RefusedText } | { readonly keep: (change: Change) => Promise<OutputOf<typeof inspectAdd>> }
>;

/** Lines, or warehouses, that somebody else owns from now on. */
type Reowned = { readonly lines: readonly number[] } | { readonly warehouses: readonly number[] };

/**
 * Revokes the keys of lines or warehouses with a new owner: those who hold them are people of the old one. Provided by the module
 * that keeps the keys.
 */
export type RevokeKeysOf = (change: Change, reowned: Reowned) => Promise<void>;

/** A design with sample data, for a preview. */
export interface DesignSample {
  readonly design: ScanDesign;
  readonly verdict: ScanAnswer['verdict'];
  readonly count: number;
  readonly language: Language;
  readonly product_id?: number | null;
}

/** Previews of the consumer page; provided by the module that renders it. */
export interface PageViews {
  /** The page that a consumer would see now for a code, and what it is about; no scan is recorded. */
  ofCode(code: string, language: Language): Promise<{ html: string; about: CodeRecord | 'product' | undefined }>;
  /** The page for a design, saved or not, with a sample answer. */
  ofDesign(sample: DesignSample): Promise<string>;
}
