import type { Connection } from '#platform/database/database.ts';
import { badInput } from '#platform/refusal.ts';

/** Throws 400 for pictures that were not uploaded. The others stay until the end of the transaction, whoever sweeps. */
export async function requireKept(sql: Connection, hashes: readonly string[], path: string): Promise<void> {
  if (hashes.length === 0) return;
  const rows = await sql<{ hash: string }[]>`
    select hash from picture where hash = any(${hashes as string[]}) for key share`;
  const kept = new Set(rows.map(({ hash }) => hash));
  const problems = hashes.flatMap((hash, at) =>
    kept.has(hash) ? [] : [{ path: `${path}.${at}`, reason: 'no_such_picture' }],
  );
  if (problems.length > 0) throw badInput(...problems);
}
