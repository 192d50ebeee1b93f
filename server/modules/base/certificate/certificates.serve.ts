import { certificate, certificatesOf, type Validity } from '@suyuan/contract/base/certificate.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { isThere, referred } from '#platform/references/references.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { toRenew } from './certificates.waiting.ts';

type CertificateInput = InputOf<typeof certificate.add>;

/** 证照: serves the licences, permits and contracts of dealers, suppliers and factories. */
export default function serveCertificates(services: Services): void {
  const { routes, timeZone } = services;

  serveThing(services, certificate, {
    table: 'certificate',
    rows: (db) => certificates(db, timeZone()),
    narrow: {
      validity: (rows, validity) => rows.where(validityAt(timeZone()), '=', validity),
      waits: (rows, _, db) =>
        rows.where('certificate.id', 'in', toRenew(db, todayIn(timeZone())).select('certificate.id')),
    },
    present: (row) => declaredRow(certificate, row),
    foundBy: ['certificate_no', 'issuer', 'remark'],
    // What is left of another kind of holder is dropped.
    columns: ({ holder, dealer_id, supplier_id, factory_id }) => ({
      dealer_id: holder === 'dealer' ? dealer_id : null,
      supplier_id: holder === 'supplier' ? supplier_id : null,
      factory_id: holder === 'factory' ? factory_id : null,
    }),
    check: requireHolder,
    parsers: {
      dealer_id: referred('dealer', ['dealer_code', 'dealer_name']),
      supplier_id: referred('packaging_supplier', ['supplier_code', 'supplier_name']),
      factory_id: referred('factory', ['factory_code', 'factory_name']),
    },
  });

  routes.serve(certificatesOf, async ({ holder, holder_id }, { db }) =>
    db
      .selectFrom('certificate')
      .select(['id', 'certificate_no', 'kind', lastDay.as('valid_until'), validityAt(timeZone()).as('validity')])
      .where(`${holder}_id`, '=', holder_id)
      .where('status', '=', 'enabled')
      // Those without an end come last, as nulls do.
      .orderBy('certificate.valid_until')
      .orderBy('id')
      .limit(200)
      .execute(),
  );
}

const lastDay = sql<string | null>`to_char(certificate.valid_until, 'YYYY-MM-DD')`;

const todayIn = (timeZone: string) => sql<Date>`(now() at time zone ${timeZone})::date`;

const validityAt = (timeZone: string) => {
  const today = todayIn(timeZone);
  return sql<Validity>`case when certificate.valid_until is null then 'unlimited'
    when certificate.valid_until < ${today} then 'ended'
    when certificate.valid_until - certificate.remind_days <= ${today} then 'ending' else 'valid' end`;
};

const certificates = (db: Kysely<Schema>, timeZone: string) =>
  db
    .selectFrom('certificate')
    .leftJoin('dealer as d', 'd.id', 'certificate.dealer_id')
    .leftJoin('packaging_supplier as s', 's.id', 'certificate.supplier_id')
    .leftJoin('factory as f', 'f.id', 'certificate.factory_id')
    .leftJoin('certificate_file as cf', 'cf.certificate_id', 'certificate.id')
    .selectAll('certificate')
    .select(({ fn }) => [
      fn.coalesce('d.dealer_name', 's.supplier_name', 'f.factory_name').as('held_by'),
      'd.dealer_code',
      'd.dealer_name',
      's.supplier_code',
      's.supplier_name',
      'f.factory_code',
      'f.factory_name',
      'cf.name as file',
      sql<string | null>`to_char(certificate.valid_from, 'YYYY-MM-DD')`.as('valid_from'),
      lastDay.as('valid_until'),
      validityAt(timeZone).as('validity'),
    ]);

/** Throws 400 unless the holder is there, and the days follow each other. */
async function requireHolder({ input, before, change }: Saving<CertificateInput>): Promise<void> {
  const { holder, valid_from, valid_until } = input;
  const field = `${holder}_id` as const;
  const id = input[field];
  if (!id) throw badInput({ path: field, reason: 'required' });
  const table = holder === 'supplier' ? 'packaging_supplier' : holder;
  if (id !== before?.[field] && !(await isThere(change, table, id)))
    throw badInput({ path: field, reason: 'no_such', params: { value: id } });
  if (valid_from && valid_until && valid_until < valid_from)
    throw badInput({ path: 'valid_until', reason: 'ends_before_it_begins' });
}
