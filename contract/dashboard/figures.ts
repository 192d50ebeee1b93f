import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, Input, Nullable, OneOfNumbers } from '../thing/fields.ts';

/** Periods of the dashboard, in days, including today. */
export const dashboardPeriods = [7, 30, 90] as const;
export type DashboardPeriod = (typeof dashboardPeriods)[number];
export const defaultPeriod: DashboardPeriod = 30;

export const PeriodInput = () => Input({ days: Type.Optional(OneOfNumbers(dashboardPeriods)) });

/** A figure for today, with yesterday's for comparison. */
const Figure = Type.Object({ today: Type.Integer(), yesterday: Type.Integer() });

export const Dashboard = Type.Object({
  /** Codes issued; null if the caller may not see orders. */
  issued: Nullable(Figure),
  scanned: Nullable(Figure),
  /** Scans with the verdict void, unknown or unbound. */
  suspicious: Nullable(Figure),
  /** All codes ever issued, and all scans. */
  total: Type.Object({ issued: Nullable(Type.Integer()), scanned: Nullable(Type.Integer()) }),
  /** The requested days, oldest first, each as `2026-01-31` in the enterprise's time zone. */
  days: Type.Array(
    Type.Object({ day: Type.String(), issued: Nullable(Type.Integer()), scanned: Nullable(Type.Integer()) }),
  ),
  /** Scans of these days by Chinese province, in descending order. */
  provinces: Nullable(Type.Array(Type.Object({ province: Type.String(), scanned: Type.Integer() }))),
  verdicts: Nullable(Type.Array(Type.Object({ verdict: Type.String(), scanned: Type.Integer() }))),
  /** The ten products scanned most on these days. */
  products: Nullable(
    Type.Array(Type.Object({ product_id: Id(), product_name: Type.String(), scanned: Type.Integer() })),
  ),
});
export type Dashboard = Type.Static<typeof Dashboard>;

export const dashboard = defineCall({
  method: 'GET',
  path: '/api/dashboard/summary',
  access: 'signed-in',
  summary:
    'Get the figures of the dashboard for a number of days, 30 by default. Figures the caller may not see are null.',
  input: PeriodInput(),
  output: Dashboard,
});
