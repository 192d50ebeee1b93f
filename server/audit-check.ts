import type { FastifyBaseLogger } from 'fastify';
import { type SealsVerdict, verifySeals } from '#modules/inspect/forensics/seal/verify-seals.ts';
import { type Verdict, verifyAudit } from '#platform/audit/verify.ts';
import type { Connection, Pool } from '#platform/database/database.ts';
import type { Sweeping } from '#platform/jobs/sweeps.ts';
import type { MasterKey } from '#platform/secrets/master-key.ts';
import type { LastVerification } from '#platform/status/verifications.ts';

interface Parts {
  readonly log: FastifyBaseLogger;
  readonly timeZone: () => string;
}

const keptDays = 90;

/**
 * Verifies the audit log and the seals of evidence once a day: after 03:00 in the enterprise's time zone, when packages and stock are
 * verified, or as soon as a server runs again.
 */
export class AuditCheck implements Sweeping {
  readonly #pool: Pool;
  readonly #masterKey: MasterKey;
  readonly #parts: Parts;

  constructor(pool: Pool, masterKey: MasterKey, parts: Parts) {
    this.#pool = pool;
    this.#masterKey = masterKey;
    this.#parts = parts;
  }

  async sweep(): Promise<void> {
    if (!(await this.#isDue())) return;
    const { sql, db } = this.#pool;
    const outcome = { verdict: await verifyAudit(db, this.#masterKey), seals: await verifySeals(db) };
    await keepAuditCheck(sql, outcome);
    await sql`delete from audit_check where checked_at < now() - make_interval(days => ${keptDays})`;
    const problems = problemsIn(outcome);
    if (problems > 0)
      this.#parts.log.error({ problems }, 'the audit log or evidence was tampered with; run audit:verify');
  }

  /** The last verification, by a server or by `npm run audit:verify`. */
  async last(): Promise<LastVerification | undefined> {
    const [row] = await this.#pool.sql<LastVerification[]>`
      select checked_at as at, problems,
        (select max(checked_at) from audit_check where problems = 0) as "cleanAt"
      from audit_check order by checked_at desc limit 1`;
    return row;
  }

  async #isDue(): Promise<boolean> {
    const zone = this.#parts.timeZone();
    const [row] = await this.#pool.sql<{ due: boolean }[]>`
      select not exists (
        select from audit_check
        where checked_at >= ((now() at time zone ${zone} - interval '3 hours')::date + interval '3 hours') at time zone ${zone}
      ) as due`;
    return row?.due === true;
  }
}

interface AuditVerdict {
  readonly verdict: Verdict;
  readonly seals: SealsVerdict;
}

/** How much of the audit log and of the evidence is not as it was written. */
const problemsIn = ({ verdict, seals }: AuditVerdict): number => verdict.problems.length + seals.broken.length;

/** Keeps the outcome of a verification, for the metrics and the console. */
export async function keepAuditCheck(sql: Connection, outcome: AuditVerdict): Promise<void> {
  await sql`insert into audit_check (records, problems) values (${outcome.verdict.records}, ${problemsIn(outcome)})`;
}
