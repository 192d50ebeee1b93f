import type { Call } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { type Account, holds, isOfEnterprise } from '../caller.ts';
import { noAccess, Refusal, viewOnly, viewTakesNothing } from '../refusal.ts';

/** Throws unless the account may make the call now: its setup is complete, it is no view, party and permissions fit. */
export function requireRight(call: Call, account: Account): void {
  if (!call.duringSetup) refuseUntilSetUp(account);
  if (account.viewed_role !== undefined) refuseInView(call, account.viewed_role);
  if (!mayMake(account, call)) throw noAccess();
}

/** Whether the party and the permissions of an account fit a call. */
export function mayMake(account: Account, { access, parties }: Call): boolean {
  if (parties === 'enterprise' && !isOfEnterprise(account)) return false;
  if (access === 'public' || access === 'signed-in') return true;
  // Calls of devices are never for people, whatever permissions these have.
  return access !== 'device' && holds(account, access);
}

/** A view of the console as a role sees it is read-only, and gives out no files. */
function refuseInView(call: Call, role: string): void {
  if (writes(call)) throw viewOnly(role);
  if (call.answers === 'file') throw viewTakesNothing(role);
}

function refuseUntilSetUp(account: Account): void {
  if (account.must_change_password) {
    throw new Refusal(401, ErrorCode.mustChangePassword, { reason: 'must_change_password' });
  }
  if (account.two_step_due) throw new Refusal(401, ErrorCode.mustSetUpTwoStep, { reason: 'must_set_up_two_step' });
}

const writes = (call: Call): boolean => isChange(call) || call.effect === 'own-record';

/** Whether a call changes something: by default a POST does and a GET does not. */
export const isChange = ({ method, effect }: Call): boolean =>
  effect === undefined ? method === 'POST' : effect === 'change';
