import type { KeyPermission } from '@suyuan/contract/access/system-key.ts';

import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import type { RuleBook } from '#identity/rule-book.ts';
import { type Account, isOfEnterprise } from '#platform/caller.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { type Locale, preferredLanguage } from '#platform/language.ts';
import type { Services } from '#platform/services.ts';
import { usualFormats, versions } from '../answer/formats.ts';
import { type EpcisReader, readerFor } from '../query/reader.ts';

/** Who makes a request at /epcis, and what of it they see. */
export interface EpcisCaller {
  readonly account: Account;
  readonly sql: Sql;
  /** Only the jobs of this account; undefined for the enterprise's own systems, which see all. */
  readonly onlyOf: number | undefined;
}

/** What an account sees: of the enterprise, everything; of others, what they captured. */
const callerFor = ({ system }: Services, account: Account): EpcisCaller =>
  isOfEnterprise(account)
    ? { account, sql: system.enterprise.sql, onlyOf: undefined }
    : { account, sql: system.ownWork.sql, onlyOf: account.id };

/** Where the interface is. */
export const root = '/epcis';

/** What the resources of the interface have in common. */
export class EpcisScope {
  readonly #services: Services;
  readonly #rules: RuleBook;
  /** The largest body, in bytes. */
  readonly largest: number;

  /**
   * Captures in turn, two at a time: on a cluster a document is written to many shards at once, each over a connection of its own.
   */
  readonly inTurn = pLimit(2);

  constructor(services: Services, rules: RuleBook, largest: number) {
    this.#services = services;
    this.#rules = rules;
    this.largest = largest;
  }

  /** Lets only keys with a permission pass, before the body is read. */
  requiring(permission: KeyPermission): (request: FastifyRequest) => Promise<void> {
    return async (request) => {
      await this.#services.routes.callers.ofSystem(request, { path: root, permission });
    };
  }

  callerOf({ account }: FastifyRequest): EpcisCaller {
    if (!account) throw new Error('The request was not admitted');
    return this.of(account);
  }

  /** What an account sees, in a request or without one. */
  of(account: Account): EpcisCaller {
    return callerFor(this.#services, account);
  }

  /** What the caller of a request may read. */
  async readerOf(request: FastifyRequest): Promise<EpcisReader> {
    return this.readerFor(this.callerOf(request).account);
  }

  /** What an account may read of events, in a request or without one. */
  async readerFor(account: Account): Promise<EpcisReader> {
    return readerFor(this.#services, this.#rules, account);
  }

  /** The language and time zone that a request is answered in. */
  localeOf({ headers }: FastifyRequest): Locale {
    return { language: preferredLanguage(headers['accept-language']), timeZone: this.#services.timeZone() };
  }

  /** The address of a resource: behind a proxy with a path of its own, too. */
  address(path: string): string {
    return `${this.#services.publicUrl()}${root}${path}`;
  }

  /** Answers OPTIONS: which methods there are, which versions, and how identifiers and words are written unless others are asked for. */
  discovered(reply: FastifyReply, methods: string): FastifyReply {
    const ranges = Object.entries(versions).flatMap(([name, version]) => [
      [`${name}-min`, version],
      [`${name}-max`, version],
    ]);
    return reply
      .code(204)
      .headers({ allow: methods, ...usualFormats, ...Object.fromEntries(ranges) })
      .send();
  }
}
