import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { defineWaiting } from '#platform/notices/waiting.ts';

/** Certificates in use, of parties in use, that are to be renewed on a day: a time before they end, and afterwards. */
export const toRenew = (db: Kysely<Schema>, today: RawBuilder<Date>) =>
  db
    .selectFrom('certificate')
    .leftJoin('dealer as of_d', 'of_d.id', 'certificate.dealer_id')
    .leftJoin('packaging_supplier as of_s', 'of_s.id', 'certificate.supplier_id')
    .leftJoin('factory as of_f', 'of_f.id', 'certificate.factory_id')
    .where('certificate.status', '=', 'enabled')
    .where((eb) => eb(eb.fn.coalesce('of_d.status', 'of_s.status', 'of_f.status'), '=', 'enabled'))
    .where(renewedFrom, '<=', today);

const renewedFrom = sql<Date>`(certificate.valid_until - certificate.remind_days)`;

export const certificatesToRenew = defineWaiting({
  name: 'certificates_to_renew',
  permission: 'certificate:update',
  screen: 'certificate',
  query: { waits: 'renewal' },
  due: sql<Date | null>`(certificate.valid_until)::timestamptz`,
  items: {
    table: 'certificate',
    byTime: true,
    rows: (db) => toRenew(db, sql<Date>`current_date`),
    what: sql<string>`certificate.certificate_no`,
    since: sql<Date>`${renewedFrom}::timestamptz`,
    usualOwner: 'dealer_manager',
    aboutDealer: sql<number | null>`certificate.dealer_id`,
  },
});
