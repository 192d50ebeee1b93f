import { canonicalLink } from '@suyuan/codes/epc/canonical-link.ts';
import type { Kysely } from 'kysely';
import type { EpcisEvent, Reference } from '#epcis/model/event.ts';
import { bareWord } from '#epcis/model/vocabulary.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { inAnyCase } from '#platform/database/statements/among.ts';
import type { PlaceRef } from '#trace/places.ts';
import type { DocumentType } from './act-of-event.ts';

/** The number of the first document of a type that an event names, in whichever way; undefined if it names none. */
export function documentNo(event: EpcisEvent, type: DocumentType): string | undefined {
  const named = (event.bizTransactionList ?? []).find((one) => bareWord(one.type ?? '', 'bizTransaction') === type);
  return named && numberIn(named);
}

/** CBV has documents as URNs with the GLN of who issued them; ours may also be a tag. */
function numberIn({ id }: Reference): string {
  const [, own = id] =
    /^(?:urn:epcglobal:cbv:bt:\d+:|tag:[\w.-]+,\d{4}:(?:waybill|return|work-order)\/)(.+)$/.exec(id) ?? [];
  try {
    return decodeURIComponent(own);
  } catch {
    return own;
  }
}

/** The document of a number, if whoever `db` is of may see it. */
export async function documentId(db: Kysely<Schema>, type: DocumentType, no: string): Promise<number | undefined> {
  const row = await documents[type](db, no);
  return row?.id;
}

const documents = {
  prodorder: (db, no) =>
    db
      .selectFrom('work_order')
      .select('id')
      .where(inAnyCase('order_no', [no]))
      .executeTakeFirst(),
  desadv: (db, no) =>
    db
      .selectFrom('waybill')
      .select('id')
      .where(inAnyCase('waybill_no', [no]))
      .executeTakeFirst(),
  rma: (db, no) =>
    db
      .selectFrom('refund')
      .select('id')
      .where(inAnyCase('refund_no', [no]))
      .executeTakeFirst(),
} as const satisfies Record<
  DocumentType,
  (db: Kysely<Schema>, no: string) => Promise<{ readonly id: number } | undefined>
>;

/** The warehouse that an event says goods are in, by its GLN or its tag. */
export async function warehouseNamed(sql: Connection, { bizLocation }: EpcisEvent): Promise<PlaceRef | undefined> {
  const uri = bizLocation?.id ?? '';
  const [, ref] = /^tag:[\w.-]+,\d{4}:place\/warehouse\/(\d{1,15})$/.exec(uri) ?? [];
  const [, gln, extension] =
    /^https:\/\/id\.gs1\.org\/414\/(\d{13})(?:\/254\/([^/]+))?$/.exec(canonicalLink(uri) ?? '') ?? [];
  const [row] = await sql<{ id: number }[]>`
    select id from warehouse
    where id = ${ref === undefined ? null : Number(ref)}::bigint
      or (gln = ${gln ?? null} and coalesce(gln_extension, '0') = ${extension === undefined ? '0' : decodeURIComponent(extension)})`;
  return row && { kind: 'warehouse', ref: row.id };
}
