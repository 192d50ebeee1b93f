import { trailTo } from '../navigation/findRoute.ts';
import { allRoutes } from '../navigation/routes.ts';
import type { Place } from '../navigation/steps.ts';

/** A form whose values are kept nowhere but in it. */
export interface OpenForm {
  /** Of its screen. */
  readonly place: Place;
  /** The dialogs and drawers it lies in, outermost first, each with a slash behind it. */
  readonly scope: string;
  /** Whether it had changes when it was drawn last; shown in its tab. */
  readonly changed: boolean;
  /** Whether it has changes now. */
  readonly isChanged: () => boolean;
}

/**
 * Whether a step of the browser takes a form away. A screen is kept behind its tab with all that is in it; but not at
 * another address of its own, nor where it is never kept, nor on a page outside of the console.
 */
export const isLostOnTheWay = ({ place }: Pick<OpenForm, 'place'>, to: Place): boolean =>
  to.pathname === place.pathname
    ? to.search !== place.search
    : leavesConsole(to.pathname) || trailTo(allRoutes, place.pathname)?.at(-1)?.meta.noCache === true;

/** Pages that have no console around them. */
const leavesConsole = (path: string): boolean =>
  ['/login', '/auth-redirect', '/change-password', '/two-step'].includes(path);

/**
 * Whether two values of a form are the same to who entered them: what is empty is so however it is written.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || (isEmpty(one) && isEmpty(other))) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (isWritten(one) || isWritten(other)) return JSON.stringify(one) === JSON.stringify(other);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isSame(one[key], other[key]));
}

/** Whether something was entered in a form that differs from what it began with. */
export const hasChanges = (begun: Readonly<Record<string, unknown>>, values: Readonly<Record<string, unknown>>) =>
  Object.keys(values).some((key) => !isSame(begun[key], values[key]));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Values that say themselves how they are written, as moments do. */
const isWritten = (value: object): boolean => 'toJSON' in value;

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isObject(value) && !isWritten(value) && Object.values(value).every(isEmpty));
