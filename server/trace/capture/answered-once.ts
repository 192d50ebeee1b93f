import type { Connection } from '../../platform/database/database.ts';
import type { ActInput } from './act-input.ts';

interface Batch {
  readonly source: string;
  readonly batch_key: string;
}

/**
 * Carries out acts of which some may have come before: a source that heard no answer sends the same batch key again, and
 * is told what was taken then. A refusal is not kept, for what was in the way may be gone. In the transaction of the acts,
 * so that one is never kept without the other.
 */
export async function answeredOnce<Answer extends object>(
  sql: Connection,
  inputs: readonly ActInput[],
  carryOut: (inputs: readonly ActInput[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const batches = inputs.map(batchOf);
  const sent = batches.filter((batch) => batch !== undefined);
  if (sent.length === 0) return [...(await carryOut(inputs))];
  const known = await answersOf<Answer>(sql, sent);
  const kept: (Batch & { answer: Answer })[] = [];
  const answers: Answer[] = [];
  let left = inputs.map((input, index) => ({ input, index, batch: batches[index] }));
  while (left.length > 0) {
    // Of those with the same key, one at a time: the next is told what became of it.
    const { now = [], later = [] } = Object.groupBy(left, (one) => (isFirst(one, left) ? 'now' : 'later'));
    const fresh = now.filter(({ batch }) => !batch || !known.has(keyOf(batch)));
    const captured = fresh.length === 0 ? [] : await carryOut(fresh.map(({ input }) => input));
    for (const [at, { index, batch }] of fresh.entries()) {
      const answer = captured[at] as Answer;
      answers[index] = answer;
      if (!batch || 'refused' in answer) continue;
      known.set(keyOf(batch), answer);
      kept.push({ ...batch, answer });
    }
    for (const { index, batch } of now) if (batch) answers[index] ??= known.get(keyOf(batch)) as Answer;
    left = later;
  }
  await keep(sql, kept);
  return answers;
}

interface Waiting {
  readonly batch: Batch | undefined;
}

const isFirst = (one: Waiting, all: readonly Waiting[]): boolean => {
  const { batch } = one;
  return !batch || all.find((other) => other.batch && keyOf(other.batch) === keyOf(batch)) === one;
};

const keyOf = ({ source, batch_key }: Batch): string => `${source} ${batch_key}`;

/** Keys are the sender's own: two people may choose the same. */
function batchOf({ batchKey, by }: ActInput): Batch | undefined {
  if (!batchKey) return undefined;
  const source = by.deviceKeyId === null ? `account:${by.accountId}` : `device:${by.deviceKeyId}`;
  return { source, batch_key: batchKey };
}

async function answersOf<Answer>(sql: Connection, batches: readonly Batch[]): Promise<Map<string, Answer>> {
  const rows = await sql<(Batch & { answer: Answer })[]>`
    select b.source, b.batch_key, b.answer
    from unnest(
      ${batches.map(({ source }) => source)}::text[], ${batches.map(({ batch_key }) => batch_key)}::text[]
    ) as sent (source, batch_key)
    join act_batch b using (source, batch_key)`;
  return new Map(rows.map((row) => [keyOf(row), row.answer]));
}

async function keep(sql: Connection, taken: readonly (Batch & { answer: object })[]): Promise<void> {
  if (taken.length === 0) return;
  await sql`
    insert into act_batch (source, batch_key, answer)
    select * from unnest(
      ${taken.map(({ source }) => source)}::text[], ${taken.map(({ batch_key }) => batch_key)}::text[],
      ${taken.map(({ answer }) => JSON.stringify(answer))}::text[]::jsonb[])`;
}
