import { usualLimits } from '@suyuan/contract/base/alarm-limits.ts';
import {
  type currencies,
  defaultSettlementLimit,
  defaultTolerance,
  enterpriseDetail,
  enterpriseFields,
  enterpriseUpdate,
  icpDetail,
  icpPublic,
  icpUpdate,
} from '@suyuan/contract/base/enterprise.ts';
import { addressProblem, publicAddress } from '@suyuan/contract/base/public-address.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { fieldsOf } from '@suyuan/contract/thing/in-languages.ts';
import type { Kysely } from 'kysely';
import { areaName, areaProblems } from '#platform/areas/areas.ts';
import { partyGlnProblems } from '#platform/areas/gln-rules.ts';
import { parsePublicUrl, parseTimeZone } from '#platform/config/setting-values.ts';
import type { Wishes } from '#platform/config/settings.ts';
import type { Schema } from '#platform/database/schema.ts';
import { violates } from '#platform/database/statements/violation.ts';
import { warning } from '#platform/http/envelope.ts';
import { columnsOf, orNull } from '#platform/records/columns.ts';
import { requireFresh } from '#platform/records/stale.ts';
import { badInput, conflict, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { forgetDays } from '#scans/scan-days.ts';

/** The id of the only enterprise. */
const id = 1;

export default async function serveEnterprise(services: Services): Promise<void> {
  const { routes, settings, system } = services;
  await applyEnterpriseSettings(services);

  routes.serve(enterpriseDetail, async (_, { db }) => {
    const row = await rowOf(db);
    const [zone, url] = [settings.timeZone(), settings.publicUrl()];
    return {
      ...shown(row ?? initialValues),
      area_name: row?.area_code ? areaName(row.area_code) : null,
      updated_at: row?.updated_at.toISOString() ?? null,
      in_force: {
        time_zone: zone.value,
        time_zone_from: zone.from,
        public_url: url.value,
        public_url_from: url.from,
      },
    };
  });

  routes.serve(publicAddress, async () => {
    const { value, from } = settings.publicUrl();
    return { public_url: value, from, problem: addressProblem(value, from) };
  });

  routes.change(enterpriseUpdate, async (input, { language }, change) => {
    await change.changing('enterprise', id);
    const before = await rowOf(change.db);
    // Fields that are not given keep their value.
    const values = columns({ ...(before && shown(before)), ...input });
    const problems = [...areaProblems(input), ...partyGlnProblems(input), ...settingProblems(values)];
    if (problems.length > 0) throw badInput(...problems);
    if (before)
      await requireFresh(change, 'enterprise', before, input.updated_at ?? undefined, {}, new Set(Object.keys(input)));
    else change.made('enterprise', id);
    await change.db
      .insertInto('enterprise')
      .values({ id, ...values })
      .onConflict((there) => there.column('id').doUpdateSet({ ...values, updated_at: new Date() }))
      .execute()
      .catch(
        violates('enterprise_logo_fkey', () => badInput({ path: 'logo', reason: 'no_such', params: { value: '' } })),
      );
    const moved = (before?.public_url ?? null) !== values.public_url;
    return { warnings: moved && (await hasIssued(change.db)) ? [warning(language, 'public_url_printed')] : [] };
  });

  // Public, for the sign-in page.
  routes.serve(icpPublic, async ({ enterprise_code }) => {
    return icpOf(await rowOf(system.anonymous.db), enterprise_code);
  });
  routes.serve(icpDetail, async ({ enterprise_code }, { db }) => {
    const row = await rowOf(db);
    const isAsked = asksFor(row, enterprise_code);
    return {
      ...icpOf(row, enterprise_code),
      updated_at: (isAsked ? row?.updated_at.toISOString() : undefined) ?? null,
    };
  });

  routes.change(icpUpdate, async ({ icp_number, icp_url, updated_at }, _, change) => {
    await change.changing('enterprise', id);
    const before = await rowOf(change.db);
    if (!before) throw conflict('enterprise_undescribed');
    await requireFresh(change, 'enterprise', before, updated_at ?? undefined, {}, new Set(['icp_number', 'icp_url']));
    await change.db
      .updateTable('enterprise')
      .set({ icp_number: orNull(icp_number), icp_url: orNull(icp_url), updated_at: new Date() })
      .execute();
    return null;
  });
}

type Known = Awaited<ReturnType<typeof rowOf>>;

const rowOf = (db: Kysely<Schema>) => db.selectFrom('enterprise').selectAll().executeTakeFirst();

const asksFor = (row: Known, code: string | undefined): boolean =>
  code === undefined || code.trim() === row?.enterprise_code;

/** The ICP registration of the enterprise with the given code; of the only one if no code is given. */
function icpOf(record: Known, code: string | undefined) {
  const row = asksFor(record, code) ? record : undefined;
  return {
    enterprise_name: row?.enterprise_name ?? null,
    icp_number: row?.icp_number ?? null,
    icp_url: row?.icp_url ?? null,
  };
}

/** The columns of the enterprise as calls have them. */
const shown = <Row extends typeof initialValues>({
  enterprise_name_translations,
  address_translations,
  ...others
}: Row) => ({
  ...others,
  ...fieldsOf('enterprise_name', enterprise_name_translations),
  ...fieldsOf('address', address_translations),
});

/** The values of an enterprise that has not been described yet. */
const initialValues = {
  ...columnsOf({ fields: enterpriseFields }, { enterprise_code: '', enterprise_name: '' }),
  stock_by_handover: false,
  order_tolerance: defaultTolerance,
  silent_limit: usualLimits.silent,
  standing_limit: usualLimits.standing,
  queue_limit: usualLimits.queue,
  codes_limit: usualLimits.codes,
  refusals_limit: usualLimits.refusals,
  currency: 'CNY' as (typeof currencies)[number],
  settlement_limit: defaultSettlementLimit,
  ended_certificates: 'warn' as 'warn' | 'refuse',
};

function columns(input: Omit<InputOf<typeof enterpriseUpdate>, 'updated_at'>) {
  const { public_url, ...others } = columnsOf({ fields: enterpriseFields }, input);
  return { ...others, public_url: public_url?.replace(/\/+$/, '') ?? null };
}

function settingProblems({ time_zone, public_url }: ReturnType<typeof columns>): Problem[] {
  return [
    ...(time_zone !== null && parseTimeZone(time_zone) === undefined
      ? [{ path: 'time_zone', reason: 'no_such_time_zone' }]
      : []),
    ...(public_url !== null && parsePublicUrl(public_url) === undefined
      ? [{ path: 'public_url', reason: 'public_url' }]
      : []),
  ];
}

/** Whether codes that contain the public URL have been issued. */
async function hasIssued(db: Kysely<Schema>): Promise<boolean> {
  const order = await db
    .selectFrom('code_order as o')
    .innerJoin('code_rule as r', 'r.id', 'o.rule_id')
    .where('r.carrier', '<>', 'plain')
    .select('o.id')
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

/** Applies the server-wide settings of the enterprise's page, on every server. */
async function applyEnterpriseSettings({ caches, system, settings, timeZone }: Services): Promise<void> {
  let zone: string | undefined;
  await caches.keep(['enterprise'], async () => {
    const [row] = await system.background.sql<Wishes[]>`select time_zone, public_url from enterprise`;
    settings.wish(row ?? { time_zone: null, public_url: null });
    // With another time zone the days begin at other times, so scans by day are counted again on demand.
    if (zone !== undefined && zone !== timeZone()) await forgetDays(system.background.sql);
    zone = timeZone();
  });
}
