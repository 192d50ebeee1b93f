import Type from 'typebox';
import { Input, OneOfNumbers } from '../thing/fields.ts';

/** Periods of the dashboard, in days, including today. */
export const dashboardPeriods = [7, 30, 90] as const;
export type DashboardPeriod = (typeof dashboardPeriods)[number];
export const defaultPeriod: DashboardPeriod = 30;

export const PeriodInput = () => Input({ days: Type.Optional(OneOfNumbers(dashboardPeriods)) });
