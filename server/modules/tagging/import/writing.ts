import type { Sql } from 'postgres';
import { conflict } from '../../../platform/refusal.ts';
import { type Candidate, counted, type Problem, type Sifted } from './sifting.ts';

const mostProblems = 1000;

/** What has been read so far. */
export class Tally {
  read = 0;
  accepted = 0;
  repeated = 0;
  known = 0;
  refused = 0;
  told = 0;
  firstText: string | null = null;
  lastText: string | null = null;

  /** Adds a batch; answers the problems that the report still has room for. */
  add(read: number, { fresh, problems }: Sifted): readonly Problem[] {
    this.read += read;
    this.accepted += fresh.length;
    this.firstText ??= fresh[0]?.text ?? null;
    this.lastText = fresh.at(-1)?.text ?? this.lastText;
    for (const { reason } of problems) this[counted[reason]] += 1;
    const told = problems.slice(0, mostProblems - this.told);
    this.told += told.length;
    return told;
  }
}

export interface Batch {
  /** The code id of the first that is fresh. */
  readonly firstId: number;
  readonly fresh: readonly Candidate[];
  readonly told: readonly Problem[];
  readonly tally: Omit<Tally, 'add'>;
}

/**
 * Writes a batch with what is known of the import after it. Nothing is durable before the whole file is: a server that
 * dies leaves an import that is broken, whatever of it is there.
 */
export async function writeBatch(sql: Sql, importId: number, { firstId, fresh, told, tally }: Batch): Promise<void> {
  await sql.begin(async (transaction) => {
    const [, mine] = await Promise.all([
      transaction`set local synchronous_commit = off`,
      transaction`
        update code_import set read_lines = ${tally.read}, accepted = ${tally.accepted}, repeated = ${tally.repeated},
          known = ${tally.known}, refused = ${tally.refused}, first_text = ${tally.firstText},
          last_text = ${tally.lastText}, updated_at = now()
        where id = ${importId} and state = 'reading'`,
    ]);
    // Taken for dead, after a pause of minutes: what was read is gone, and the turn is another's.
    if (mine.count === 0) throw conflict('import_settled');
    if (told.length > 0) {
      await transaction`
        insert into code_import_problem (import_id, line, content, reason)
        select ${importId}, * from unnest(
          ${told.map(({ line }) => line.line)}::bigint[],
          ${told.map(({ line }) => line.text.slice(0, 200).replaceAll('\0', '\ufffd'))}::text[],
          ${told.map(({ reason }) => reason)}::text[]
        )`;
    }
    if (fresh.length === 0) return;
    // Not with COPY, whose end the client holds back until its beginning is acknowledged: 40 ms for every batch.
    await transaction`
      insert into imported_code (text_id, text, code_id)
      select * from unnest(
        ${fresh.map((one) => one.textId)}::bigint[], ${fresh.map(({ text }) => text)}::text[],
        ${fresh.map((_, n) => firstId + n)}::bigint[]
      )`;
  });
}
