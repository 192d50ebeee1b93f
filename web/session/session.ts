import { create } from 'zustand';
import type { InputOf } from '../../contract/call.ts';
import { type Self, selectedList, self as selfCall } from '../../contract/organ.ts';
import { login as loginCall, loginout } from '../../contract/sso.ts';
import { call } from '../api/call.ts';
import { readCookie, removeCookie, writeCookie } from '../cookies.ts';
import { textsReady, translate } from '../i18n/i18n.ts';
import { notify } from '../notices/notices.ts';
import { rolesOf } from './roles.ts';

/** Who is signed in. No roles means that they are not loaded yet. */
export interface Session {
  readonly token: string | undefined;
  readonly name: string;
  readonly avatar: string;
  readonly introduction: string;
  readonly account_type: number | undefined;
  /** Origin of the API; empty when it is the page's own. */
  readonly baseurl: string;
  readonly roles: readonly string[];
  readonly self: Self | undefined;
}

const nobody = { token: undefined, roles: [], self: undefined, avatar: '', introduction: '' } as const;

export const useSession = create<Session>()(() => ({
  ...nobody,
  token: readCookie('token'),
  name: readCookie('name') ?? '',
  account_type: Number(readCookie('account_type')) || undefined,
  baseurl: '',
}));

export async function signIn(credentials: InputOf<typeof loginCall>, signal?: AbortSignal): Promise<void> {
  const options = signal ? { fieldErrors: true, signal } : { fieldErrors: true };
  const token = await call(loginCall, { ...credentials, permissions: 1 }, options);
  writeCookie('token', token);
  writeCookie('name', credentials.account_name);
  writeCookie('account_type', String(credentials.account_type));
  useSession.setState({
    ...nobody,
    token,
    name: credentials.account_name,
    account_type: credentials.account_type,
  });
}

/** Loads who is signed in and what they may do. Says nothing itself: whoever asked tells the person. */
export async function loadRoles(): Promise<void> {
  const { token } = useSession.getState();
  const [selections, self] = await Promise.all([
    call(selectedList, token === undefined ? {} : { token }, { silent: true }),
    call(selfCall, {}, { background: true }),
  ]);
  await textsReady();
  if (!selections || !self) throw new Error(translate('session.verificationFailed'));
  const roles = rolesOf(selections);
  if (roles.length === 0) throw new Error(translate('session.noRoles'));
  useSession.setState({ roles, self, name: self.name, account_type: self.account_type });
}

let admission: Promise<void> | undefined;

/** Loads the roles, once at a time. If that fails, the token goes, and with it the way into the console. */
export function admit(): Promise<void> {
  admission ??= loadRoles()
    .catch((error: unknown) => {
      notify.error(error instanceof Error ? error.message : String(error));
      resetSession();
    })
    .finally(() => {
      admission = undefined;
    });
  return admission;
}

/** Forgets the session on this side only. */
export function resetSession(): void {
  removeCookie('token');
  useSession.setState(nobody);
}

/** Ends the session on the server, too. Without an answer from it the person is signed out here all the same. */
export async function signOut(): Promise<void> {
  await call(loginout, {}, { background: true }).catch(() => undefined);
  resetSession();
}

/** The token that stands for a role, as changing roles uses it. */
const tokenOfRole = (role: string): string => `${role}-token`;

export async function changeRole(role: string): Promise<void> {
  const token = tokenOfRole(role);
  writeCookie('token', token);
  useSession.setState({ ...nobody, token });
  await loadRoles();
}

/** After changing a temporary password: nothing stands in the way of the console any more. */
export function passwordChanged(): void {
  const { self } = useSession.getState();
  if (self) useSession.setState({ self: { ...self, must_change_password: false } });
}
