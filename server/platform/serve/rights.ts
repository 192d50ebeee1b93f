import type { Call } from '../../../contract/call/call.ts';
import { ErrorCode } from '../../../contract/call/errors.ts';
import { type Account, holds, isOfEnterprise } from '../caller.ts';
import { noAccess, Refusal, viewOnly, viewTakesNothing } from '../refusal.ts';

/** Throws unless the account may make the call now. */
export function requireRight(call: Call, account: Account): void {
  if (!call.duringSetup) refuseUntilSetUp(account);
  if (account.viewed_role !== undefined) refuseInView(call, account.viewed_role);
  if (call.parties === 'enterprise' && !isOfEnterprise(account)) throw noAccess();
  if (call.access === 'public' || call.access === 'signed-in') return;
  // A person is no device, whatever he holds.
  if (call.access === 'device') throw noAccess();
  if (!holds(account, call.access)) throw noAccess();
}

/** A view of the console as a role has it is for looking: it changes nothing, and no file leaves by it under the viewer's name. */
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

/** A POST changes something unless it is declared otherwise; a GET does not, unless it is declared so. */
export const isChange = ({ method, effect }: Call): boolean =>
  effect === undefined ? method === 'POST' : effect === 'change';
