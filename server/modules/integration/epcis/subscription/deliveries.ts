import type { FastifyBaseLogger } from 'fastify';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { tellFailure } from '#platform/http/recurring.ts';
import type { Sweeping } from '#platform/jobs/sweeps.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { RecordedHorizon, recordedChannel } from '#trace/capture/recording.ts';
import type { Profiles } from '../../profile/profiles.ts';
import { readerFor } from '../query/reader.ts';
import { type Claimed, claim, delivered, failed, keep } from './claims.ts';
import { type Prepared, post, prepare } from './delivery.ts';
import { nextTime } from './schedule.ts';
import { Sockets } from './sockets.ts';

/** How many deliveries go on at once on a server. */
const slots = 8;
/** How often a server looks without being woken, for schedules, failures and what other servers left, in milliseconds. */
const tick = 1000;
/** How soon it looks again while something is being recorded. */
const soon = 20;
/** How long a stream is not looked at if nothing wakes it. */
const idle = 60_000;
/** The longest time between two attempts. */
const longestPause = 3_600_000;

/**
 * Delivers what subscriptions have not had yet (docs/decisions/epcis-subscriptions.md): on every server, each subscription by one of
 * them at a time. What was delivered is noted only once the receiver has it.
 */
export class Deliveries implements Sweeping {
  readonly #services: Services;
  readonly #rules: RuleBook;
  readonly #sql: Sql;
  readonly #log: FastifyBaseLogger;
  readonly #horizon: RecordedHorizon;
  readonly #profiles: Profiles;
  readonly sockets: Sockets;
  readonly #busy = new Map<number, Promise<void>>();
  #recorded = new Date(0);
  #isWoken = true;
  #running: Promise<void> | undefined;
  #isClosing = false;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #unlisten: (() => Promise<void>) | undefined;

  constructor(services: Services, rules: RuleBook, profiles: Profiles) {
    this.#services = services;
    this.#rules = rules;
    this.#sql = services.system.background.sql;
    this.#log = services.log;
    this.#horizon = new RecordedHorizon(this.#sql);
    this.#profiles = profiles;
    this.sockets = new Sockets(this.#sql, services.serverId);
  }

  async open(): Promise<void> {
    const { unlisten } = await this.#sql.listen(
      recordedChannel,
      () => this.wake(),
      () => this.wake(),
    );
    this.#unlisten = unlisten;
    this.#timer = setInterval(() => void this.#look(), tick).unref();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    await this.#unlisten?.();
    this.sockets.close();
    await this.#running;
    await Promise.all(this.#busy.values());
  }

  /** Something was recorded. */
  wake(): void {
    this.#isWoken = true;
    void this.#look();
  }

  /** Forgets WebSockets of servers that are gone. */
  async sweep(): Promise<void> {
    await this.#sql`delete from epcis_subscription where dest is null and claimed_until < now()`;
  }

  async #look(): Promise<void> {
    if (this.#isClosing) return;
    this.#running ??= this.#lookOnce()
      .catch((error) => tellFailure(this.#log, error, 'looking for deliveries failed'))
      .finally(() => {
        this.#running = undefined;
      });
    await this.#running;
    if (this.#isWoken) this.#lookSoon();
  }

  async #lookOnce(): Promise<void> {
    await this.sockets.closeEnded();
    const free = slots - this.#busy.size;
    if (free === 0) return;
    if (this.#isWoken) {
      this.#isWoken = false;
      const { until, isRecording } = await this.#horizon.look();
      this.#recorded = until;
      this.#isWoken ||= isRecording;
    }
    const claimed = await claim(this.#sql, {
      server: this.#services.serverId,
      recorded: this.#recorded,
      sockets: this.sockets.ids(),
      busy: [...this.#busy.keys()],
      most: free,
    });
    for (const one of claimed) {
      const work = this.#deliver(one)
        .catch((error) => tellFailure(this.#log, error, 'noting a delivery failed'))
        .finally(() => {
          this.#busy.delete(one.id);
          void this.#look();
        });
      this.#busy.set(one.id, work);
    }
  }

  #lookSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      void this.#look();
    }, soon).unref();
  }

  async #deliver(claimed: Claimed): Promise<void> {
    const server = this.#services.serverId;
    try {
      const until = claimed.window_end ?? (await this.#horizon.look()).until;
      const outcome = await this.#deliverUntil(claimed, until);
      if (outcome) await delivered(this.#sql, server, claimed, { ...outcome, until, next: this.#nextOf(claimed) });
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) this.sockets.end(claimed.id);
      const pause = Math.min(1000 * 2 ** claimed.failures, longestPause) * (0.75 + Math.random() / 2);
      const reason = error instanceof Refusal ? error.reason.reason : (error as Error).message;
      await failed(this.#sql, server, claimed.id, { reason, next: new Date(Date.now() + pause) });
    }
  }

  /** Sends document after document. Undefined if the subscription has ended or was paused meanwhile. */
  async #deliverUntil(claimed: Claimed, until: Date) {
    const account = await this.#services.routes.admission.systemHolder(claimed.account_id, 'epcis:query');
    const reader = await readerFor(this.#services, this.#rules, account);
    const withheld: object[] = [];
    let sent: number | undefined;
    for (let from = claimed.page_end ?? undefined; ; ) {
      if (until <= claimed.min_record_time) return { events: sent, withheld };
      const prepared = await prepare(claimed, {
        reader,
        profiles: this.#profiles,
        until,
        from,
        hasSent: sent !== undefined || claimed.page_end !== null,
      });
      withheld.push(...prepared.withheld);
      if (prepared.body !== undefined) {
        await this.#send(claimed, prepared);
        sent = (sent ?? 0) + prepared.events;
      }
      from = prepared.end;
      if (!from) return { events: sent, withheld };
      if (!(await keep(this.#sql, this.#services.serverId, claimed.id, until, from))) return undefined;
    }
  }

  async #send(claimed: Claimed, { body = '' }: Prepared): Promise<void> {
    const { dest } = claimed;
    if (dest === null) return this.sockets.send(claimed.id, body);
    const { masterKey, config } = this.#services;
    await post({ ...claimed, dest }, body, { masterKey, allowed: config.webhookNetworks ?? [] });
  }

  #nextOf({ schedule }: Claimed): Date {
    const next = schedule ? nextTime(schedule, new Date(), this.#services.timeZone()) : undefined;
    return next ?? new Date(Date.now() + idle);
  }
}
