import { type Verdict, verifyAudit } from '../platform/audit/verify.ts';
import { readConfig } from '../platform/config.ts';
import { withDatabase } from './command-database.ts';
import { masterKeyOf } from './command-master-key.ts';

// `npm run audit:verify [-- <hash>]`: whether the record of changes is as it was written. Exit code 1 when it is not.

const words: Readonly<Record<Verdict['problems'][number]['kind'], string>> = {
  changed: 'was changed after it was written',
  missing: 'was removed',
  inserted: 'was put in, or does not follow the one before',
  'cut off': 'should be the last one: the end was cut off or added to',
};

try {
  const [noted] = process.argv.slice(2);
  const config = readConfig(process.env);
  const masterKey = await masterKeyOf(config);
  const verdict = await withDatabase(config, ({ db }) => verifyAudit(db, masterKey, noted));
  print(verdict);
  process.exitCode = verdict.problems.length > 0 || verdict.holdsNoted === false ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function print({ records, head, holdsNoted, problems }: Verdict): void {
  console.log(`Records  ${records}`);
  console.log(`Head     ${head || '(empty)'}`);
  if (holdsNoted !== undefined) console.log(`Noted    ${holdsNoted ? 'is in the chain' : 'IS NOT in the chain'}`);
  for (const { id, kind } of problems) console.log(`Record ${id} ${words[kind]}.`);
  console.log(problems.length === 0 ? 'Every record is as it was written.' : 'The audit log was tampered with.');
}
