import { diversion, diversionFlows, maxFlows } from '@suyuan/contract/report/diversion.ts';
import { areaName, provinceOfArea } from '#platform/areas/areas.ts';
import { centreOfProvince } from '#platform/areas/province-reach.ts';
import type { Services } from '#platform/services.ts';
import { clockIn } from '#trace/figures/shift.ts';
import { areasOfSale } from '#trace/state/sold-to.ts';
import { namesOf } from './frame/names.ts';
import { daysOf } from './frame/period.ts';
import { serveReport } from './frame/serve-report.ts';
import {
  foundRows,
  routesSuspected,
  soldSource,
  suspectedSource,
  warnedRows,
  wholeSource,
} from './sources/diversion-source.ts';

/** 窜货分析: serves the goods found outside of their areas of sale, and the totals that they are a share of. */
export default function serveDiversion(services: Services): void {
  const { routes, system, timeZone } = services;
  const parts = { sql: system.enterprise.sql, timeZone };
  serveReport(services, diversion, [
    suspectedSource(parts, warnedRows(parts), ['warned_diverted', 'confirmed_diverted']),
    wholeSource(parts, 'seen'),
    suspectedSource(parts, foundRows(parts), ['judged_diverted']),
    wholeSource(parts, 'judged'),
    soldSource(parts),
  ]);

  routes.serve(diversionFlows, async (input, caller) => {
    const days = daysOf(input, clockIn(timeZone())(Date.now()).day);
    const { dealer_id: dealer, product_id: product, lot_id: lot, region_id: region } = input;
    const ids = { dealer, product, lot, region };
    const narrowed = Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined));
    const all = await routesSuspected(parts, { days, group: 'route', narrowed, caller });
    const routesToProvinces = all.filter(({ province }) => province !== '0');
    const topRoutes = routesToProvinces.slice(0, maxFlows);
    const dealers = [...new Set(topRoutes.map(({ dealer_id }) => dealer_id))];
    const [areas, names] = await Promise.all([
      areasOfSale(system.enterprise.sql, dealers),
      namesOf(caller.db, 'dealer', dealers.map(String), caller.language),
    ]);
    return {
      ...days,
      flows: topRoutes.map(({ dealer_id, province, suspected, confirmed }) => ({
        dealer_id,
        dealer_name: names(`${dealer_id}`),
        sold_in: provinceOf(areas.get(dealer_id)?.[0]),
        found_in: provinceOf(province) ?? { code: province, name: areaName(province), latitude: 0, longitude: 0 },
        suspected,
        confirmed,
      })),
      unplaced: all.reduce((sum, { province, suspected }) => (province === '0' ? sum + suspected : sum), 0),
    };
  });
}

interface Province {
  readonly code: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** The province of an area, with its approximate centre. */
function provinceOf(area: string | undefined): Province | null {
  if (area === undefined) return null;
  const code = provinceOfArea(area);
  const centre = centreOfProvince(code);
  return centre ? { code, name: areaName(code), ...centre } : null;
}
