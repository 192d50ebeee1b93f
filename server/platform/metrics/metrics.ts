import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type OpenMetricsContentType, Registry } from 'prom-client';
import type { Pool } from '../database/database.ts';
import { version } from '../version.ts';
import { Tally } from './tally.ts';

/** Upper bounds of times in seconds: from an answer out of memory to one that nobody waits for. */
const times = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** How much a counter of another thread has risen. */
export interface Increment {
  readonly name: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/**
 * What a server counts and measures, for Prometheus. Labels have few values, all known from the code: routes, reasons, kinds, and never
 * a code, an account or an address.
 */
export class Metrics {
  readonly registry = new Registry<OpenMetricsContentType>();
  readonly #collectors: (() => Promise<void> | void)[] = [];

  readonly #requests = this.#counter('suyuan_http_requests_total', 'Requests answered.', ['method', 'route', 'status']);
  readonly #requestTimes = this.#histogram(
    'suyuan_http_request_duration_seconds',
    'Time until a request was answered.',
    times,
    ['route'],
  );
  readonly #refusals = this.#counter('suyuan_http_refusals_total', 'Calls refused or failed.', ['reason']);
  readonly #scans = this.#counter('suyuan_scans_total', "Consumers' scans recorded.", ['verdict']);
  readonly #scanTimes = this.#histogram(
    'suyuan_scan_duration_seconds',
    'Time until a scan was recorded and answered.',
    times,
  );
  readonly #groupSizes = this.#histogram(
    'suyuan_group_commit_items',
    'Scans or events committed in one transaction.',
    sizes,
    ['group'],
  );
  readonly #waiting = this.gauge('suyuan_group_commit_waiting_items', 'Scans or events that wait for a transaction.', [
    'group',
  ]);
  readonly #events = this.#counter(
    'suyuan_events_total',
    'Events about codes written, by kind, also if their transaction failed later.',
    ['kind'],
  );
  readonly #eventRefusals = this.#counter('suyuan_event_refusals_total', 'Codes refused in events.', ['reason']);
  readonly #jobsEnded = this.#counter('suyuan_jobs_ended_total', 'Background jobs ended.', ['kind', 'state']);
  readonly #warnings = this.#counter('suyuan_warnings_opened_total', 'Warnings about goods in the market opened.', [
    'rule',
  ]);

  #tally = new Tally();
  /** What `increments` has reported, by counter and labels. */
  readonly #reported = new Map<string, number>();

  constructor() {
    this.registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    this.gauge('suyuan_build_info', 'The version that runs; always 1.', ['version']).set({ version }, 1);
  }

  /** Memory, processor and event loop of this process. Once a process: what measures the event loop is never taken down. */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.registry });
    // Gauges whose names end as only those of counters may.
    for (const kind of ['handles', 'requests', 'resources'])
      this.registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  }

  /** Counts and measures the requests of a server. */
  countRequests(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      const { url: route = 'none' } = request.routeOptions;
      this.#requests.inc({ method: request.method, route, status: reply.statusCode });
      this.#requestTimes.observe({ route }, reply.elapsedTime / 1000);
      this.#tally.calls += 1;
      this.#tally.callTimes.add(reply.elapsedTime);
      if (reply.statusCode >= 500) this.#tally.errors += 1;
      done();
    });
  }

  /** A call was refused or failed for a reason of `refusal.*`. */
  refused(reason: string): void {
    this.#refusals.inc({ reason });
  }

  scanned(verdict: string, milliseconds: number): void {
    this.#scans.inc({ verdict });
    this.#scanTimes.observe(milliseconds / 1000);
    this.#tally.scans += 1;
    this.#tally.scanTimes.add(milliseconds);
  }

  /** A group of scans or events was committed. */
  committed(group: 'scans' | 'events', size: number): void {
    this.#groupSizes.observe({ group }, size);
  }

  eventWritten(kind: string): void {
    this.#events.inc({ kind });
    this.#tally.events += 1;
  }

  eventRefused(reason: string): void {
    this.#eventRefusals.inc({ reason });
  }

  jobEnded(kind: string, state: string): void {
    this.#jobsEnded.inc({ kind, state });
  }

  warningOpened(rule: string): void {
    this.#warnings.inc({ rule });
  }

  /** How much each counter has risen since this was last called. */
  async increments(): Promise<Increment[]> {
    const counters = (await this.registry.getMetricsAsJSON()).filter(({ type }) => `${type}` === 'counter');
    return counters.flatMap(({ name, values }) =>
      values.flatMap(({ labels, value }) => {
        const key = JSON.stringify([name, labels]);
        const risen = value - (this.#reported.get(key) ?? 0);
        this.#reported.set(key, value);
        return risen > 0 ? { name, labels: labels as Increment['labels'], value: risen } : [];
      }),
    );
  }

  /** Adds what another thread has counted. */
  add(increments: readonly Increment[]): void {
    for (const { name, labels, value } of increments) {
      const counter = this.registry.getSingleMetric(name);
      if (counter instanceof Counter) counter.inc(labels, value);
      if (counter === this.#events) this.#tally.events += value;
    }
  }

  /** What happened since this was last called. */
  takeTally(): Tally {
    const tally = this.#tally;
    this.#tally = new Tally();
    return tally;
  }

  /** Shows how many scans or events wait. */
  watchGroup(group: 'scans' | 'events', waiting: () => number): void {
    this.collected(() => this.#waiting.set({ group }, waiting()));
  }

  /** Shows the connections of each pool. */
  watchPools(pools: Readonly<Record<string, Pool>>): void {
    const connections = this.gauge('suyuan_database_connections', 'Connections to the database.', ['pool', 'state']);
    const most = this.gauge('suyuan_database_connections_max', 'The most connections of a pool.', ['pool']);
    const waiting = this.gauge('suyuan_database_connection_waiters', 'Work that waits for a connection.', ['pool']);
    for (const [pool, { connections: limit }] of Object.entries(pools)) most.set({ pool }, limit);
    this.collected(() => {
      for (const [pool, { sql }] of Object.entries(pools)) {
        const now = sql.connections();
        connections.set({ pool, state: 'used' }, now.used);
        connections.set({ pool, state: 'idle' }, now.idle);
        waiting.set({ pool }, now.waiting);
      }
    });
  }

  /** Has something done before the metrics are read. */
  collected(collect: () => Promise<void> | void): void {
    this.#collectors.push(collect);
  }

  /** A value that goes up and down, by its labels. */
  gauge<Label extends string>(name: `suyuan_${string}`, help: string, labelNames: Label[] = []): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  /** All metrics as they are now, in the OpenMetrics format. */
  async text(): Promise<string> {
    await Promise.all(this.#collectors.map((collect) => collect()));
    return this.registry.metrics();
  }

  #counter<Label extends string>(name: `suyuan_${string}_total`, help: string, labelNames: Label[] = []) {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  #histogram<Label extends string>(
    name: `suyuan_${string}`,
    help: string,
    buckets: number[],
    labelNames: Label[] = [],
  ) {
    return new Histogram({ name, help, buckets, labelNames, registers: [this.registry] });
  }
}
