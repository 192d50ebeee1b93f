import type { Connection } from '../../platform/database/database.ts';

/** A batch of acts: who sent it, and the key that the sender gave it. */
export interface BatchName {
  readonly source: string;
  readonly batchKey: string;
}

/**
 * Answers what a batch was answered when it was taken; else does `work` and keeps its answer, in the same transaction. The
 * caller has the turn: nobody takes the same batch meanwhile.
 */
export async function onceUnderKey<Answer>(
  sql: Connection,
  { source, batchKey }: BatchName,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const [before] = await sql<{ answer: Answer }[]>`
    select answer from act_batch where source = ${source} and batch_key = ${batchKey}`;
  if (before) return before.answer;
  const answer = await work();
  await sql`
    insert into act_batch (source, batch_key, answer) values (${source}, ${batchKey}, ${JSON.stringify(answer)}::text::jsonb)`;
  return answer;
}
