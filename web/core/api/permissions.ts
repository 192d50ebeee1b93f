import { type Call, permissionsHeader } from '@suyuan/contract/call/call.ts';
import { selectedList } from '@suyuan/contract/organ/session.ts';

/** The value of the permissions header that came with the roles in use. */
let lastMark: string | undefined;
let changed: () => void = () => undefined;

/** Sets the listener for answers that show that roles or menus have changed on the server. */
export const followPermissions = (listener: () => void): void => {
  changed = listener;
};

/** Compares the header of an answer with that of the roles in use; the answer with the roles sets the value. */
export function notePermissions({ path }: Pick<Call, 'path'>, { ok, headers }: Response): void {
  const mark = headers.get(permissionsHeader);
  if (mark === null) return;
  if (path === selectedList.path && ok) lastMark = mark;
  else if (lastMark !== undefined && mark !== lastMark) changed();
}

/** Resets the value after signing out. */
export const forgetPermissions = (): void => {
  lastMark = undefined;
};
