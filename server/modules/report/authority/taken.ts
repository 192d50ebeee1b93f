import type { OutputOf } from '@suyuan/contract/call/call.ts';
import {
  authorityFile,
  authorityFiles,
  type authorityFitting,
  authorityKinds,
} from '@suyuan/contract/report/authority-file.ts';
import { type Account, isOfEnterprise } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Subject } from './subject.ts';

type Taken = OutputOf<typeof authorityFitting>['taken'];

const maxTaken = 20;

/** The downloads of files about a subject, latest first, from the access log; for people of a party those of the party. */
export async function takenOf(sql: Connection, account: Account, { of, no, productCode }: Subject): Promise<Taken> {
  const kinds = authorityKinds.filter((kind) => authorityFiles[kind].of === of);
  const rows = await sql<(Omit<Taken[number], 'at' | 'part'> & { at: Date; part: string })[]>`
    select id, at, account_name, input->>'kind' as kind, input->>'format' as format,
      coalesce(input->>'part', '1') as part, sha256
    from access_log
    where sha256 is not null and call = ${authorityFile.path} and input->>'kind' = any(${kinds}::text[])
      and lower(btrim(input->>'no')) = ${no.toLowerCase()}
      and (${productCode}::text is null or lower(btrim(input->>'product_code')) = ${(productCode ?? '').toLowerCase()})
      and ${isOfEnterprise(account) ? sql`true` : sql`account_id = ${account.id}`}
    order by id desc limit ${maxTaken}`;
  return rows.map(({ at, part, ...row }) => ({ ...row, part: Number(part), at: at.toISOString() }));
}
