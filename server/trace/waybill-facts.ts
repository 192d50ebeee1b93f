import type { LoadingReason, Policy } from '../../contract/physical/loading-rule.ts';
import type { WaybillStatus } from '../../contract/physical/waybill.ts';
import type { Connection } from '../platform/database/database.ts';

/** What is ordered, and how much of it is on the waybill. */
export interface WaybillLine {
  readonly id: number;
  readonly productId: number;
  /** Null for any lot. */
  readonly lot: string | null;
  readonly quantity: number;
  loaded: number;
}

/** What acts have to know of a waybill; the branch that keeps waybills tells it. */
export interface WaybillFacts {
  readonly id: number;
  readonly waybillNo: string;
  readonly status: WaybillStatus;
  /** Where goods are while they travel with it. */
  readonly placeId: number;
  /** Goods that somebody holds may travel by it: they are called back. */
  readonly recalls: boolean;
  /** Where goods are that may be loaded; the first is the warehouse itself. */
  readonly fromPlaces: readonly [number, ...number[]];
  readonly lines: readonly WaybillLine[];
  readonly policies: Readonly<Record<LoadingReason, Policy>>;
}

/** What an act changes of what is on a waybill. Amounts are signed. */
export interface WaybillChange {
  readonly waybillId: number;
  readonly code: number;
  readonly productId: number | null;
  readonly lotId: number | null;
  readonly lineId: number | null;
  readonly units: number;
  readonly received: number;
  readonly returned: number;
  readonly overrideReason: string | null;
  readonly by: number | null;
  readonly at: number;
}

/** Another code takes the place of one that is on a waybill. */
export interface WaybillSuccessor {
  readonly waybillId: number;
  readonly old: number;
  readonly successor: number;
}

export interface Waybills {
  /** In the transaction of the acts: what they say holds until its end. */
  facts(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, WaybillFacts>>;
  /** Keeps what acts have changed. A draft on which something is loaded is being loaded from then on. */
  write(sql: Connection, changes: readonly WaybillChange[], successors: readonly WaybillSuccessor[]): Promise<void>;
}
