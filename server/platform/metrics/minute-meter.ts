import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Database } from '../database/database.ts';
import type { Metrics } from './metrics.ts';

/** What a server did in a minute, and its state at the end of it; times in seconds. */
export interface MinuteFigures {
  readonly calls: number;
  /** Calls that were answered with 5xx. */
  readonly errors: number;
  /** The time within which 95 % of the calls were answered; null if there were none. */
  readonly call_time: number | null;
  readonly scans: number;
  readonly scan_time: number | null;
  readonly events: number;
  /** The longest time for which the event loop was busy with one thing. */
  readonly standstill: number;
  /** Resident memory in bytes. */
  readonly memory: number;
  /** Connections to the database that are used. */
  readonly connections: number;
}

/** Measures a server minute by minute. */
export class MinuteMeter {
  readonly #metrics: Metrics;
  readonly #pools: Database['pools'];
  readonly #loop = monitorEventLoopDelay({ resolution: 20 });

  constructor(metrics: Metrics, pools: Database['pools']) {
    this.#metrics = metrics;
    this.#pools = pools;
    this.#loop.enable();
  }

  /** The figures since it was last read. */
  read(): MinuteFigures {
    const { calls, errors, callTimes, scans, scanTimes, events } = this.#metrics.takeTally();
    const standstill = this.#loop.max / 1e9;
    this.#loop.reset();
    return {
      calls,
      errors,
      call_time: callTimes.quantile(0.95),
      scans,
      scan_time: scanTimes.quantile(0.95),
      events,
      standstill: Number.isFinite(standstill) ? standstill : 0,
      memory: process.memoryUsage.rss(),
      connections: Object.values(this.#pools).reduce((sum, { sql }) => sum + sql.connections().used, 0),
    };
  }

  stop(): void {
    this.#loop.disable();
  }
}
