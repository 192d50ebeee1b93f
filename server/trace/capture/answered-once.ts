import type { Connection } from '../../platform/database/database.ts';
import type { Doer } from './effects/new-event.ts';

/** The name of a batch: its sender and the sender's key, which is unique for that sender only. */
export interface BatchName {
  readonly source: string;
  readonly batchKey?: string | null | undefined;
}

/** Something to be carried out, unless it came before under the same key. */
export interface Sent<Item> extends BatchName {
  readonly item: Item;
}

/** The column `source` of `act_batch`. */
export const sourceOf = ({ accountId, deviceKeyId }: Doer): string =>
  deviceKeyId === null ? `account:${accountId}` : `device:${deviceKeyId}`;
export const leaseSource = (deviceKeyId: number): string => `lease:${deviceKeyId}`;

interface Batch {
  readonly source: string;
  readonly batch_key: string;
}

interface Left<Item> {
  readonly item: Item;
  readonly index: number;
  readonly batch: Batch | undefined;
}

/**
 * Idempotency by batch key: carries out items that are new, and answers those that came before with the answer of that time,
 * since a sender that got no answer sends the same key again. Answers for which `isKept` is false are not stored; such an item
 * is carried out again. Answers are stored in the transaction of the items, so neither exists without the other. The caller
 * holds the capture lock, so that no other server carries out the same key meanwhile.
 */
export async function answeredOnce<Item, Answer>(
  sql: Connection,
  sent: readonly Sent<Item>[],
  carryOut: (items: readonly Item[]) => Promise<readonly Answer[]>,
  isKept: (answer: Answer) => boolean = () => true,
): Promise<Answer[]> {
  let left = sent.map((one, index): Left<Item> => ({ item: one.item, index, batch: batchOf(one) }));
  const batches = left.flatMap(({ batch }) => batch ?? []);
  if (batches.length === 0) return [...(await carryOut(sent.map(({ item }) => item)))];
  const known = await answersOf<Answer>(sql, batches);
  const fresh: (Batch & { answer: Answer })[] = [];
  const answers: Answer[] = [];
  while (left.length > 0) {
    // Items with the same key go one at a time, so that the next one gets the answer of the first.
    const { now = [], later = [] } = Object.groupBy(left, (one) => (isFirst(one, left) ? 'now' : 'later'));
    const unknown = now.filter(({ batch }) => !batch || !known.has(keyOf(batch)));
    const carriedOut = unknown.length === 0 ? [] : await carryOut(unknown.map(({ item }) => item));
    for (const [at, { index, batch }] of unknown.entries()) {
      const answer = carriedOut[at] as Answer;
      answers[index] = answer;
      if (!batch || !isKept(answer)) continue;
      known.set(keyOf(batch), answer);
      fresh.push({ ...batch, answer });
    }
    for (const { index, batch } of now) if (batch) answers[index] ??= known.get(keyOf(batch)) as Answer;
    left = later;
  }
  await keep(sql, fresh);
  return answers;
}

/** The same for one batch. */
export async function onceUnderKey<Answer>(
  sql: Connection,
  name: BatchName,
  work: () => Promise<Answer>,
  isKept?: (answer: Answer) => boolean,
): Promise<Answer> {
  const [answer] = await answeredOnce(sql, [{ item: undefined, ...name }], async () => [await work()], isKept);
  return answer as Answer;
}

const isFirst = (one: Left<unknown>, all: readonly Left<unknown>[]): boolean => {
  const { batch } = one;
  return !batch || all.find((other) => other.batch && keyOf(other.batch) === keyOf(batch)) === one;
};

const keyOf = ({ source, batch_key }: Batch): string => `${source} ${batch_key}`;

const batchOf = ({ source, batchKey }: Sent<unknown>): Batch | undefined =>
  batchKey ? { source, batch_key: batchKey } : undefined;

async function answersOf<Answer>(sql: Connection, batches: readonly Batch[]): Promise<Map<string, Answer>> {
  const rows = await sql<(Batch & { answer: Answer })[]>`
    select b.source, b.batch_key, b.answer
    from unnest(
      ${batches.map(({ source }) => source)}::text[], ${batches.map(({ batch_key }) => batch_key)}::text[]
    ) as sent (source, batch_key)
    join act_batch b using (source, batch_key)`;
  return new Map(rows.map((row) => [keyOf(row), row.answer]));
}

async function keep(sql: Connection, taken: readonly (Batch & { answer: unknown })[]): Promise<void> {
  if (taken.length === 0) return;
  await sql`
    insert into act_batch (source, batch_key, answer)
    select * from unnest(
      ${taken.map(({ source }) => source)}::text[], ${taken.map(({ batch_key }) => batch_key)}::text[],
      ${taken.map(({ answer }) => JSON.stringify(answer))}::text[]::jsonb[])`;
}
