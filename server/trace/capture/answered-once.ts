import type { Connection } from '../../platform/database/database.ts';
import type { Doer } from './effects/new-event.ts';

/** A batch: who sent it, and the key that the sender gave it, which is the sender's own: two may choose the same. */
export interface BatchName {
  readonly source: string;
  readonly batchKey?: string | null | undefined;
}

/** Something to be carried out, which may have come before under its key. */
export interface Sent<Item> extends BatchName {
  readonly item: Item;
}

/** How a sender is spelled. */
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
 * Carries out what came in, of which some may have come before: a source that heard no answer sends the same batch key
 * again, and is told what it was told then. Answers that are not `kept` are given anew. In the transaction of what is
 * carried out, so that one is never kept without the other; the caller has the turn, and nobody takes the same meanwhile.
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
    // Of those with the same key, one at a time: the next is told what became of it.
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
