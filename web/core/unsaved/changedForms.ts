import { trailTo } from '../navigation/findRoute.ts';
import { allRoutes } from '../navigation/routes.ts';
import type { Place } from '../navigation/steps.ts';

/** An open form, whose values exist nowhere else. */
export interface OpenForm {
  /** The location of its screen. */
  readonly place: Place;
  /** The path of dialogs and drawers around it, outermost first, each followed by a slash. */
  readonly scope: string;
  /** Whether it had changes at the last render; shown in its tab. */
  readonly changed: boolean;
  /** Whether it has changes now. */
  readonly isChanged: () => boolean;
}

/**
 * Whether a navigation unmounts a form. Screens stay mounted behind their tabs, except when the query of their URL changes,
 * when they are never kept, or when the navigation leaves the console.
 */
export const isLostOnTheWay = ({ place }: Pick<OpenForm, 'place'>, to: Place): boolean =>
  to.pathname === place.pathname
    ? to.search !== place.search
    : leavesConsole(to.pathname) || trailTo(allRoutes, place.pathname)?.at(-1)?.meta.noCache === true;

/** Whether a path is a page outside of the console. */
const leavesConsole = (path: string): boolean =>
  ['/login', '/auth-redirect', '/change-password', '/two-step'].includes(path);

/**
 * Whether two values of a form are the same to a person: all kinds of empty values are equal.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || (isEmpty(one) && isEmpty(other))) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (isWritten(one) || isWritten(other)) return JSON.stringify(one) === JSON.stringify(other);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isSame(one[key], other[key]));
}

/** Whether the values of a form differ from its initial ones. */
export const hasChanges = (
  initialValues: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
) => Object.keys(values).some((key) => !isSame(initialValues[key], values[key]));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Values with a serialisation of their own, such as dates. */
const isWritten = (value: object): boolean => 'toJSON' in value;

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isObject(value) && !isWritten(value) && Object.values(value).every(isEmpty));
