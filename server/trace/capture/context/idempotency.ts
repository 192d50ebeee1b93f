import type { Call } from '@suyuan/contract/call/call.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { insertRows } from '#platform/database/statements/insert-rows.ts';
import type { Sweeping } from '#platform/jobs/sweeps.ts';
import { conflict, Refusal } from '#platform/refusal.ts';
import { fingerprintOf } from '#platform/serve/once/fingerprint.ts';
import type { Doer } from './write-events.ts';

/**
 * What makes it safe to send something again: the sender's key, the call that it was sent by, and a fingerprint of the content
 * that the key stands for. `part` is the place of one of several things that a call sends, each of which has an answer of its own.
 */
export interface IdempotencyKey {
  readonly call: string;
  readonly key: string;
  readonly part?: number;
  readonly fingerprint: Buffer;
}

/** The idempotency key of a call by its validated input; undefined if the sender gave none. */
export function idempotencyOf(
  { path }: Pick<Call, 'path'>,
  { batch_key: key, ...content }: { readonly batch_key?: string | undefined },
): IdempotencyKey | undefined {
  return key === undefined ? undefined : { call: path, key, fingerprint: fingerprintOf(content) };
}

/** What a sender sends once: the sender, and the key that it gave. Without a key it is carried out each time. */
interface SentOnce {
  readonly source: string;
  readonly idempotency: IdempotencyKey | undefined;
}

/** Something to be carried out, unless it came before under the same key. */
interface Sent<Item> extends SentOnce {
  readonly item: Item;
}

/** The column `source` of `act_batch`. */
export const sourceOf = ({ accountId, deviceKeyId }: Doer): string =>
  deviceKeyId === null ? `account:${accountId}` : `device:${deviceKeyId}`;
export const leaseSource = (deviceKeyId: number): string => `lease:${deviceKeyId}`;

/** In place of an answer: the key came before, with another content. */
export const keyReused = Symbol('the key stands for another content');
export type KeyReused = typeof keyReused;

/** 409: nothing is done. The sender has to send this content under a key of its own. */
export const keyReusedRefusal = (): Refusal => conflict(reusedReason);
export const isKeyReused = (error: unknown): boolean =>
  error instanceof Refusal && error.reason.reason === reusedReason;
const reusedReason = 'batch_key_reused';

/** How answers are kept. */
interface Keeping<Answer> {
  /** Answers for which it is false are not stored; such an item is carried out again. */
  readonly isKept?: (answer: Answer) => boolean;
  /** Whether a stored answer that names no call is one of this call: it was stored before keys were distinguished by call. */
  readonly fits?: (answer: unknown) => boolean;
}

interface Batch {
  readonly source: string;
  readonly call: string;
  readonly batch_key: string;
}

/** The batch of an item, and that of the whole call if the item is a part of one. */
interface Named {
  readonly own: Batch;
  readonly whole: Batch;
  readonly fingerprint: Buffer;
}

interface Stored extends Batch {
  /** Null for those of earlier versions. */
  readonly fingerprint: Buffer | null;
  readonly answer: unknown;
}

interface Left<Item> {
  readonly item: Item;
  readonly index: number;
  readonly named: Named | undefined;
}

/**
 * Idempotency by batch key: carries out items that are new, and answers those that came before with the answer of that time,
 * since a sender that got no answer sends the same key again. The same key with another content is answered `keyReused`. Answers
 * are stored in the transaction of the items, so neither exists without the other. The caller holds the capture lock, so that no
 * other server carries out the same key meanwhile.
 */
export async function answeredOnce<Item, Answer>(
  sql: Connection,
  requests: readonly Sent<Item>[],
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { isKept = () => true, fits = () => true }: Keeping<Answer> = {},
): Promise<(Answer | KeyReused)[]> {
  let rest = requests.map((one, index): Left<Item> => ({ item: one.item, index, named: namedBy(one) }));
  const all = rest.flatMap(({ named }) => named ?? []);
  if (all.length === 0) return [...(await work(requests.map(({ item }) => item)))];
  const byKey = await storedOf(sql, all, fits);
  const fresh: Stored[] = [];
  const answers: (Answer | KeyReused)[] = [];
  const learn = (one: Stored) => {
    byKey.set(keyOf(one), one);
    fresh.push(one);
  };
  while (rest.length > 0) {
    const first = firstOfEachKey(rest);
    const { now = [], later = [] } = Object.groupBy(rest, (one) => (first.has(one) ? 'now' : 'later'));
    const unknown: Left<Item>[] = [];
    for (const one of now) {
      if (one.named && isReused(one.named, byKey)) answers[one.index] = keyReused;
      else if (one.named && byKey.has(keyOf(one.named.own)))
        answers[one.index] = byKey.get(keyOf(one.named.own))?.answer as Answer;
      else unknown.push(one);
    }
    const results = unknown.length === 0 ? [] : await work(unknown.map(({ item }) => item));
    for (const [at, { index, named }] of unknown.entries()) {
      const answer = results[at] as Answer;
      answers[index] = answer;
      if (!named || !isKept(answer)) continue;
      const { own, whole, fingerprint } = named;
      if (!byKey.has(keyOf(own))) learn({ ...own, fingerprint, answer });
      if (!byKey.has(keyOf(whole))) learn({ ...whole, fingerprint, answer: null });
    }
    rest = later;
  }
  await keep(sql, fresh);
  return answers;
}

/** The same for one batch. Throws 409 if its key came before with another content. */
export async function onceUnderKey<Answer>(
  sql: Connection,
  request: SentOnce,
  work: () => Promise<Answer>,
  keeping?: Keeping<Answer>,
): Promise<Answer> {
  const [answer] = await answeredOnce(sql, [{ item: undefined, ...request }], async () => [await work()], keeping);
  if (answer === keyReused) throw keyReusedRefusal();
  return answer as Answer;
}

/** Whether the key, or that of the call which it is a part of, stands for another content. */
const isReused = ({ own, whole, fingerprint }: Named, byKey: ReadonlyMap<string, Stored>): boolean =>
  [own, whole].some((batch) => {
    const earlier = byKey.get(keyOf(batch))?.fingerprint ?? undefined;
    return earlier !== undefined && !earlier.equals(fingerprint);
  });

/**
 * The items whose turn it is: those with the same key go one at a time, so that the next one gets the answer of the first, and so
 * do those that want the same key for another content.
 */
function firstOfEachKey<Item>(rest: readonly Left<Item>[]): ReadonlySet<Left<Item>> {
  const keys = new Set<string>();
  const contents = new Map<string, Buffer>();
  return new Set(
    rest.filter(({ named }) => {
      if (!named) return true;
      const [own, whole] = [keyOf(named.own), keyOf(named.whole)];
      const isFirst = !keys.has(own) && (contents.get(whole)?.equals(named.fingerprint) ?? true);
      keys.add(own);
      if (!contents.has(whole)) contents.set(whole, named.fingerprint);
      return isFirst;
    }),
  );
}

const keyOf = ({ source, call, batch_key }: Batch): string => JSON.stringify([source, call, batch_key]);

function namedBy({ source, idempotency }: SentOnce): Named | undefined {
  if (!idempotency) return undefined;
  const { call, key, part, fingerprint } = idempotency;
  const whole = { source, call, batch_key: key };
  return { whole, own: part === undefined ? whole : { ...whole, batch_key: `${key}/${part}` }, fingerprint };
}

/** What is stored under these keys, also without a call. */
async function storedOf(
  sql: Connection,
  names: readonly Named[],
  fits: (answer: unknown) => boolean,
): Promise<Map<string, Stored>> {
  const keys = [...new Map(names.flatMap(({ own, whole }) => [own, whole]).map((one) => [keyOf(one), one])).values()];
  const rows = await sql<(Stored & { anyCall: boolean })[]>`
    select b.source, sent.call, b.batch_key, b.fingerprint, b.answer, b.call = '' as "anyCall"
    from unnest(
      ${keys.map(({ source }) => source)}::text[], ${keys.map(({ call }) => call)}::text[],
      ${keys.map(({ batch_key }) => batch_key)}::text[]
    ) as sent (source, call, batch_key)
    join act_batch b on b.source = sent.source and b.batch_key = sent.batch_key and b.call in ('', sent.call)
    order by b.call`;
  // Sorted, so that a row of this call replaces one of any.
  return new Map(
    rows.filter(({ anyCall, answer }) => !anyCall || fits(answer)).map(({ anyCall: _, ...row }) => [keyOf(row), row]),
  );
}

async function keep(sql: Connection, batches: readonly Stored[]): Promise<void> {
  if (batches.length === 0) return;
  await insertRows(sql, 'act_batch', batches, {
    source: ['text', ({ source }) => source],
    call: ['text', ({ call }) => call],
    batch_key: ['text', ({ batch_key }) => batch_key],
    fingerprint: ['bytea', ({ fingerprint }) => fingerprint && `\\x${fingerprint.toString('hex')}`],
    answer: ['jsonb', ({ answer }) => JSON.stringify(answer)],
  });
}

/** A sender that got no answer retries within minutes, a line that was offline within weeks. */
const retention = '90 days';

/** Retention of answers that are kept under batch keys. */
export class EventBatches implements Sweeping {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async sweep(): Promise<void> {
    await this.#sql`delete from act_batch where taken_at < now() - ${retention}::interval`;
  }
}
