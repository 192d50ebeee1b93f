import { keepAuditCheck } from '#audit-check.ts';
import { type SealsVerdict, verifySeals } from '#modules/inspect/forensics/seal/verify-seals.ts';
import { type Verdict, verifyAudit } from '#platform/audit/verify.ts';
import { readConfig } from '#platform/config/config.ts';
import type { Database } from '#platform/database/database.ts';
import type { MasterKey } from '#platform/secrets/master-key.ts';
import { kept, masterKeyOf, withDatabase } from './command-database.ts';

// `npm run audit:verify [-- <hash>]`: verifies the chain of the audit log and the seals of evidence. Exit code 1 if it fails.

const words: Readonly<Record<Verdict['problems'][number]['kind'], string>> = {
  changed: 'was changed after it was written',
  missing: 'was removed',
  inserted: 'was put in, or does not follow the one before',
  'cut off': 'should be the last one: the end was cut off or added to',
};

const sealWords: Readonly<Record<SealsVerdict['broken'][number]['kind'], string>> = {
  changed: 'is not what was sealed',
  missing: 'was sealed and is gone',
  unrecorded: 'is sealed and on no record',
};

const inWords = (value: string): string => (value === '' ? 'not there' : `“${value}”`);

/** Prints what it finds; whether everything is as it was written. */
export async function run([noted]: string[]): Promise<boolean> {
  const config = readConfig(process.env);
  const masterKey = await masterKeyOf(config);
  return withDatabase(config, (database) => verify(database, masterKey, { noted }));
}

interface Asked {
  /** A hash that was noted earlier. */
  readonly noted?: string | undefined;
  readonly isQuiet?: boolean;
}

/** The same for a database that is open. */
export async function verify(
  { db, sql }: Database,
  masterKey: MasterKey,
  { noted, isQuiet = false }: Asked = {},
): Promise<boolean> {
  const outcome = { verdict: await verifyAudit(db, masterKey, noted), seals: await verifySeals(db) };
  await kept(keepAuditCheck(sql, outcome));
  const { verdict, seals } = outcome;
  if (!isQuiet) {
    print(verdict);
    printSeals(seals);
  }
  return verdict.problems.length === 0 && verdict.holdsNoted !== false && seals.broken.length === 0;
}

function print({ records, head, holdsNoted, problems }: Verdict): void {
  console.log(`Records  ${records}`);
  console.log(`Head     ${head || '(empty)'}`);
  if (holdsNoted !== undefined) console.log(`Noted    ${holdsNoted ? 'is in the chain' : 'IS NOT in the chain'}`);
  for (const { id, kind } of problems) console.log(`Record ${id} ${words[kind]}.`);
  console.log(problems.length === 0 ? 'Every record is as it was written.' : 'The audit log was tampered with.');
}

function printSeals({ sealed, broken }: SealsVerdict): void {
  console.log(`Evidence ${sealed} sealed`);
  for (const { case: no, kind, differences } of broken) {
    const isUntold = kind === 'changed' && differences.length === 0;
    const end = isUntold
      ? ': when it was sealed, or what a camera said of its photo.'
      : differences.length > 0
        ? ':'
        : '.';
    console.log(`Evidence ${no} ${sealWords[kind]}${end}`);
    for (const { what, was, is } of differences) console.log(`  ${what} was ${inWords(was)} and is ${inWords(is)}`);
  }
  console.log(broken.length === 0 ? 'All evidence is as it was sealed.' : 'Evidence was tampered with.');
}
