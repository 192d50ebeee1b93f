import { type Call, permissionsHeader } from '../../../contract/call/call.ts';
import { selectedList } from '../../../contract/organ/session.ts';

/** The mark that came with the roles the console shows. */
let shown: string | undefined;
let changed: () => void = () => undefined;

/** Names who is to be told when an answer shows that the roles, or the menus, are not those that are shown any more. */
export const followPermissions = (listener: () => void): void => {
  changed = listener;
};

/** Reads the mark of an answer: that of the roles themselves is the one to compare with. */
export function notePermissions({ path }: Pick<Call, 'path'>, { ok, headers }: Response): void {
  const mark = headers.get(permissionsHeader);
  if (mark === null) return;
  if (path === selectedList.path && ok) shown = mark;
  else if (shown !== undefined && mark !== shown) changed();
}

/** Nobody is signed in any more. */
export const forgetPermissions = (): void => {
  shown = undefined;
};
