import * as base from './base.ts';
import type { Call } from './call.ts';
import * as consumer from './consumer.ts';
import * as dashboard from './dashboard.ts';
import * as organ from './organ.ts';
import * as querymanage from './querymanage.ts';
import * as sso from './sso.ts';
import * as tagging from './tagging.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'input' in value;

/** Every call there is. A call that is not in this list cannot be served. */
export const calls: readonly Call[] = [sso, organ, dashboard, base, tagging, querymanage, consumer].flatMap((branch) =>
  Object.values(branch).filter(isCall),
);
