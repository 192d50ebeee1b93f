import { createHash } from 'node:crypto';
import type { ExceptionKindName, ExceptionScreen, ExceptionSource } from '@suyuan/contract/trace/exception.ts';
import type Type from 'typebox';
import type { GuessLimit } from '#identity/guess-limit.ts';
import type { Connection } from '#platform/database/database.ts';
import { keptChecker } from '#platform/http/validation.ts';
import type { Notices } from '#platform/notices/notices.ts';
import type { Problem } from '#platform/refusal.ts';
import type {
  Beyond,
  ExceptionKind,
  ExceptionWork,
  RaisedException,
  StoredRefusal,
  Trial,
  Tried,
} from './exception-kind.ts';
import { giveOwners } from './owners.ts';

interface Served {
  readonly check: (content: object) => readonly Problem[];
  // biome-ignore lint/suspicious/noExplicitAny: checked against the kind's own schema before the work gets it
  readonly work: ExceptionWork<any>;
}

/** An exception as it is stored, as far as a retry needs it. */
interface StoredException {
  readonly kind: ExceptionKindName;
  readonly raw: object;
  readonly codes: readonly string[];
  readonly refusals: readonly StoredRefusal[];
}

/** How many refusals and codes are stored with one exception. */
const maxKept = 100;
const maxCodes = 2000;

/**
 * Exceptions: what came in, does not fit, and waits for a person. Any module raises them; the module that serves a kind retries it.
 */
export class Exceptions {
  readonly #served = new Map<ExceptionKindName, Served>();
  readonly #notices: Pick<Notices, 'tell'> | undefined;

  /** Notifies owners. */
  constructor(notices?: Pick<Notices, 'tell'>) {
    this.#notices = notices;
  }

  /** Registers how a kind is retried. Throws for a kind without content. */
  serve<Content extends Type.TObject>(
    { name, content }: ExceptionKind<Content>,
    work: ExceptionWork<Type.Static<Content>>,
  ): void {
    if (!content) throw new Error(`The exception kind ${name} has no content to retry`);
    this.#served.set(name, {
      check: keptChecker(content),
      work,
    });
  }

  /**
   * Raises exceptions in the transaction of the caller. A exception whose `about` is already open is not opened a second time: its
   * counter goes up, and its codes are added. A new one gets its owner and due time by rule.
   */
  async raise(sql: Connection, { name }: ExceptionKind, reported: readonly RaisedException[]): Promise<void> {
    if (reported.length === 0) return;
    const byCause = Map.groupBy(reported, ({ about }) => about);
    const rows = [...byCause.values()].map((all) => ({
      ...(all[0] as RaisedException),
      codes: [...new Set(all.flatMap(({ codes = [] }) => codes))].slice(0, maxCodes),
      times: all.length,
    }));
    const column = <T>(pick: (row: (typeof rows)[number]) => T) => rows.map(pick);
    const json = (pick: (row: (typeof rows)[number]) => unknown) => column((row) => JSON.stringify(pick(row)));
    const exceptionRows = await sql<{ id: number; codes: string[]; isNew: boolean }[]>`
      insert into exception (
        kind, about, cause, source, source_name, device_key_id, code, codes, work_order_id, raw, refusals, sides, times,
        units, product_id)
      select ${name}, about, cause, source,
        coalesce(source_name, (select k.name from device_key k where k.id = device_key_id), ''), device_key_id, codes ->> 0,
        array(select jsonb_array_elements_text(codes)), work_order_id, raw, refusals, sides, times, units, product_id
      from unnest(
        ${column(({ about }) => about)}::text[], ${column(({ cause }) => cause)}::text[],
        ${column(({ origin }) => origin.source)}::text[], ${column(({ origin }) => origin.name ?? null)}::text[],
        ${column(({ origin }) => origin.deviceKeyId ?? null)}::bigint[], ${json(({ codes }) => codes)}::text[]::jsonb[],
        ${column(({ workOrderId = null }) => workOrderId)}::bigint[], ${json(({ raw }) => raw)}::text[]::jsonb[],
        ${json(({ refusals = [] }) => refusals.slice(0, maxKept))}::text[]::jsonb[],
        ${json(({ sides = [] }) => sides)}::text[]::jsonb[], ${column(({ times }) => times)}::int[],
        ${column(({ goods }) => goods?.units ?? null)}::bigint[], ${column(({ goods }) => goods?.productId ?? null)}::bigint[]
      ) as came (
        about, cause, source, source_name, device_key_id, codes, work_order_id, raw, refusals, sides, times, units, product_id)
      on conflict (kind, about) where status = 'open' do update set
        times = exception.times + excluded.times, last_at = excluded.last_at,
        codes = exception.codes || excluded.codes
      returning id, codes, xmax = 0 as "isNew"`;
    for (const { id, codes } of exceptionRows) {
      const once = [...new Set(codes)].slice(0, maxCodes);
      if (once.length < codes.length) await sql`update exception set codes = ${once}::text[] where id = ${id}`;
    }
    const fresh = exceptionRows.flatMap(({ id, isNew }) => (isNew ? [id] : []));
    await giveOwners(sql, this.#notices, name, fresh);
  }

  /**
   * Settles open exceptions by themselves, in the transaction of the caller, because what they are about is not so any more.
   * `by` is who did what made it so.
   */
  async settle(
    sql: Connection,
    { name }: ExceptionKind,
    abouts: readonly string[],
    { text, by }: { readonly text: string; readonly by: number },
  ): Promise<void> {
    if (abouts.length === 0) return;
    const at = new Date();
    const rows = await sql<{ id: number }[]>`
      update exception set status = 'settled', settlement = ${text}, settled_by = ${by}, settled_at = ${at}, updated_at = ${at}
      where kind = ${name} and status = 'open' and about = any(${abouts as string[]}::text[]) returning id`;
    await sql`
      insert into exception_note (exception_id, step, text, account_id)
      select id, 'settled', ${text}, ${by} from unnest(${rows.map(({ id }) => id)}::bigint[]) id`;
  }

  /** Whether exceptions of this kind and source can be retried. Those of a file cannot: the file is corrected and sent again. */
  isRetriable(kind: ExceptionKindName, source: ExceptionSource): boolean {
    return source !== 'file' && this.#served.has(kind);
  }

  /** Problems that keep content from being retried; empty if there are none. */
  problems(kind: ExceptionKindName, content: unknown): readonly Problem[] {
    if (typeof content !== 'object' || content === null) return [{ path: '', reason: 'type_object' }];
    return this.#of(kind).check(content);
  }

  /** What a retry sends unless somebody corrects it. */
  again({ kind, raw, codes }: StoredException): object {
    return this.#served.get(kind)?.work.again?.(raw, codes) ?? raw;
  }

  /** What corrected content for which `problems` returned none says beyond correcting. */
  beyond({ kind, raw, refusals }: StoredException, content: object): readonly Beyond[] {
    return this.#of(kind).work.beyond(raw, content, refusals);
  }

  /** Retries content for which `problems` returned none. */
  retry(kind: ExceptionKindName, id: number, trial: Omit<Trial<object>, 'key'>): Promise<Tried> {
    const digest = createHash('sha256').update(JSON.stringify(trial.content)).digest('base64url');
    return this.#of(kind).work.retry({ ...trial, key: `exception ${id} ${digest}` });
  }

  #of(kind: ExceptionKindName): Served {
    const service = this.#served.get(kind);
    if (!service) throw new Error(`No module has registered how to retry exceptions of kind ${kind}`);
    return service;
  }
}

/** What serving a screen of exceptions needs besides the platform. */
export interface ExceptionServices {
  readonly exceptions: Exceptions;
  /** Corrected content may name codes that were never issued, which counts as guessing. */
  readonly guesses: GuessLimit;
  /** Whether an account may use a screen. */
  readonly maySee: (accountId: number, screen: ExceptionScreen) => Promise<boolean>;
}
