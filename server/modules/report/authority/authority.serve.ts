import { createHash } from 'node:crypto';
import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import {
  type AuthorityFormat,
  type AuthorityKind,
  authorityFile,
  authorityFiles,
  authorityFitting,
  authorityKinds,
} from '@suyuan/contract/report/authority-file.ts';
import type { Account, Caller } from '#platform/caller.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { mediaTypes } from '#platform/lists/export.ts';
import { conflict, notFound, Refusal } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { drugBill } from './documents/drug-bill.ts';
import { drugRelation } from './documents/drug-relation.ts';
import { dscsa } from './documents/dscsa.ts';
import { fsma204 } from './documents/fsma204.ts';
import { pesticide } from './documents/pesticide.ts';
import type { Prepare, Prepared, Sources } from './prepared.ts';
import { type Subject, subjectOf } from './subject.ts';

/** The function that prepares each kind of file. */
const prepares: Readonly<Record<AuthorityKind, Prepare>> = {
  drug_relation: drugRelation,
  drug_bill: drugBill,
  dscsa,
  pesticide,
  fsma204,
};

const types: Readonly<Record<AuthorityFormat, string>> = { ...mediaTypes, xml: 'application/xml; charset=utf-8' };

/** Serves files for authorities and customers, about rows that the caller may see. */
export default function serveAuthorityFiles(services: Services, shared: SharedServices): void {
  const { routes, system, answers } = services;

  routes.serve(authorityFitting, async (input, caller) => {
    const subject = await subjectOf(caller, input);
    const kinds = authorityKinds.filter((kind) => authorityFiles[kind].of === subject.of);
    const all = await Promise.all(
      kinds.map(async (kind) => ({
        kind,
        prepared: await prepares[kind](sourcesFor(caller, system.codes.sql), subject),
      })),
    );
    return {
      of: subject.of,
      no: subject.no,
      product_code: subject.productCode,
      files: all.flatMap(({ kind, prepared }) => (prepared ? [fittingOf(kind, prepared)] : [])),
      taken: await takenOf(system.codes.sql, caller.account, subject),
    };
  });

  routes.serve(authorityFile, async ({ kind, format, part = 1, ...input }, caller) => {
    const declaration = authorityFiles[kind];
    if (!(declaration.formats as readonly string[]).includes(format)) {
      throw conflict('no_such_format', { formats: declaration.formats.join(', ') });
    }
    const subject = await subjectOf(caller, { of: declaration.of, ...input });
    const document = await prepares[kind](sourcesFor(caller, system.codes.long.sql), subject);
    if (!document) throw notFound('file');
    if (document.missing.length > 0) throw incomplete(document);
    if (part > document.parts) throw conflict('no_such_part', { parts: document.parts });
    const hash = createHash('sha256');
    let codes = 0;
    const tally = (count: number) => {
      codes += count;
    };
    const bytes = () => hashed(document.write({ ...input, format, part, tally }), hash);
    const ofBytes = async () => {
      const digest = hash.digest();
      caller.note({ codes, unknown: 0 });
      await caller.noteFile(digest.toString('hex'));
      return { 'content-digest': `sha-256=:${digest.toString('base64')}:` };
    };
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(nameOf(kind, subject, part, document.parts))}.${format}`;
    await answers.send(caller, { type: types[format], disposition, ofBytes }, bytes);
    return null;
  });

  /** Files are read on the connections for long queries. */
  const sourcesFor = ({ language, db }: Caller<Account>, sql: Connection): Sources => ({
    sql,
    db,
    rules: shared.rules,
    orderCodes: shared.orderCodes.get(),
    publicUrl: services.publicUrl(),
    timeZone: services.timeZone(),
    language,
  });
}

function fittingOf(kind: AuthorityKind, { parts, missing }: Prepared) {
  const { formats, parameters } = authorityFiles[kind];
  return { kind, formats: [...formats], parameters: [...parameters], parts, missing: [...missing] };
}

/** 409 with everything that is missing, and the screen where it can be filled in. */
const incomplete = ({ missing }: Prepared) =>
  new Refusal(
    409,
    ErrorCode.conflict,
    { reason: 'authority_incomplete', params: { missing: missing.map(({ message }) => message).join(' ') } },
    { details: () => ({ missing }) },
  );

const nameOf = (kind: AuthorityKind, { no }: Subject, part: number, parts: number): string =>
  [kind, no, ...(parts > 1 ? [`${part}`] : [])].join('_').replaceAll(/[\\/:*?"<>|]/g, '-');

/** Passes bytes on and hashes them. */
async function* hashed(bytes: AsyncIterable<Uint8Array | string>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

type Taken = OutputOf<typeof authorityFitting>['taken'];

const maxTaken = 20;

/** The downloads of files about a subject, latest first, from the access log; for people of a party those of the party. */
async function takenOf(sql: Connection, account: Account, { of, no, productCode }: Subject): Promise<Taken> {
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
