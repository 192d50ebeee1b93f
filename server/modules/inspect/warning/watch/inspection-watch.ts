import { seenByInspectors } from '@suyuan/contract/inspect/warning-rule.ts';
import { provinceName } from '#platform/areas/areas.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { WaybillDealers } from '#trace/state/sold-to.ts';
import type { Visit } from '../rules/visit.ts';
import { Params } from '../rules/warning-params.ts';
import { codeFacts } from './code-facts.ts';
import { type Judged, judge } from './judge.ts';
import { KeptWarnings } from './kept-warnings.ts';

/** The number of inspections per look. */
const batch = 500;

/** What stands in place of the device where a visit is an inspection. */
export const inspectedBy = 'inspection';

interface Row {
  readonly id: number;
  readonly code_id: number;
  readonly code: string;
  readonly verdict: string;
  readonly product_id: number | null;
  readonly province: string | null;
  readonly latitude: string | null;
  readonly longitude: string | null;
  readonly inspected_at: Date;
}

/**
 * Judges new inspections by the rules about goods that should not be on the market at all: an inspector who finds such a code has seen
 * it, as a consumer would have. Rules that count visits are about consumers alone. Resolves to the number of inspections.
 */
export function lookAtInspections(sql: Sql, waybillDealers: WaybillDealers): Promise<number> {
  return sql.begin(async (change) => {
    const rows = await change<Row[]>`
      select id, code_id, code, verdict, product_id, province, latitude, longitude, inspected_at from inspect_record
      where not judged order by id limit ${batch} for update skip locked`;
    if (rows.length === 0) return 0;
    const known = rows.filter(({ code_id }) => code_id !== null);
    const codes = [...new Set(known.map(({ code_id }) => code_id))];
    if (codes.length > 0) {
      const [params, facts, warnings] = await Promise.all([
        Params.read(change),
        codeFacts(change, codes, waybillDealers),
        KeptWarnings.read(change, codes.map(String)),
      ]);
      const suspects = [...Map.groupBy(known, ({ code_id }) => code_id)].map(
        ([code, some]): Judged => ({
          about: 'code',
          subject: String(code),
          visits: some.map(visitOf).toSorted((a, b) => a.at - b.at),
          facts: facts.get(code),
          productId: some.at(-1)?.product_id ?? null,
          quietUntil: warnings.quietUntil(String(code)),
        }),
      );
      await warnings.tell(suspects.flatMap((one) => seenByInspectors.flatMap((rule) => judge(one, params, rule))));
    }
    await change`
      update inspect_record set judged = true where id = any(${rows.map(({ id }) => id)}::bigint[])`;
    return rows.length;
  }) as Promise<number>;
}

function visitOf(row: Row): Visit {
  const at = row.inspected_at.getTime();
  const { latitude, longitude, code_id: codeId, code, verdict } = row;
  const givenPlace =
    latitude === null || longitude === null
      ? null
      : { latitude: roundedDegrees(latitude), longitude: roundedDegrees(longitude) };
  return {
    ...{ codeId, code, at, lastAt: at, countedAt: at, verdict, givenPlace },
    nth: 0,
    scans: 1,
    network: '',
    device: inspectedBy,
    province: row.province ? provinceName(row.province) : '',
    city: '',
  };
}

/** To a hundredth of a degree, as the places of consumers are. */
const roundedDegrees = (degrees: string): number => Math.round(Number(degrees) * 100) / 100;
