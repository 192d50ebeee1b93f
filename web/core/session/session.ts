import type { InputOf } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { loginLogAdd } from '@suyuan/contract/organ/own-account.ts';
import { type Self, selectedList, self as selfCall } from '@suyuan/contract/organ/session.ts';
import { login as loginCall, loginout } from '@suyuan/contract/organ/sign-in.ts';
import { create } from 'zustand';
import { ApiError } from '../api/apiError.ts';
import { call } from '../api/call.ts';
import { wasShown } from '../api/failure.ts';
import { goTo } from '../api/navigation.ts';
import { apiOrigin, loginLogOrigin } from '../api/page/pageOrigins.ts';
import { pictureAddress } from '../api/page/pictureAddress.ts';
import { followPermissions, forgetPermissions } from '../api/permissions.ts';
import { readCookie, removeCookie, writeCookie } from '../cookies.ts';
import { ownNames, showOwnNames, textsReady, translate } from '../i18n/i18n.ts';
import type { Arrangement } from '../navigation/arranged.ts';
import { notify } from '../notices/notices.ts';
import { restoreOwnToken } from '../ownToken.ts';
import { arrangementOf, rolesOf } from './roles.ts';

/** The person signed in. Empty `roles` means that they are not loaded yet. */
export interface Session {
  readonly token: string | undefined;
  readonly name: string;
  /** The URL of their picture; empty if they have none. */
  readonly avatar: string;
  readonly introduction: string;
  readonly account_type: number | undefined;
  /** The origin of the API; empty for that of the page. */
  readonly baseurl: string;
  readonly roles: readonly string[];
  readonly arrangement: Arrangement;
  readonly self: Self | undefined;
}

const nobody = {
  token: undefined,
  roles: [],
  arrangement: { order: [], off: [], alwaysShown: [] },
  self: undefined,
  avatar: '',
  introduction: '',
} as const;

export const useSession = create<Session>()(() => ({
  ...nobody,
  token: readCookie('token'),
  name: readCookie('name') ?? '',
  account_type: Number(readCookie('account_type')) || undefined,
  baseurl: apiOrigin,
}));

/** Error codes that the sign-in form shows itself. */
const shownByForm = [ErrorCode.codeNeeded, ErrorCode.wrongCode, ErrorCode.signInLocked];
/** Whether this sign-in still has to be reported to the login log. */
let toBeAnnounced = false;

export async function signIn(credentials: InputOf<typeof loginCall>, signal?: AbortSignal): Promise<void> {
  const options = { fieldErrors: true, shows: shownByForm, ...(signal && { signal }) };
  const token = await call(loginCall, { ...credentials, permissions: 1 }, options);
  writeCookie('token', token);
  writeCookie('name', credentials.account_name);
  writeCookie('account_type', String(credentials.account_type));
  toBeAnnounced = true;
  useSession.setState({
    ...nobody,
    token,
    name: credentials.account_name,
    account_type: credentials.account_type,
  });
}

/** Loads the person signed in and their roles. Shows no errors; the caller does. */
export async function loadRoles(): Promise<void> {
  const { token } = useSession.getState();
  const loadingSelf = call(selfCall, {}, { background: true });
  // If both calls fail, the error of the roles is reported.
  loadingSelf.catch(() => undefined);
  const selections = await call(selectedList, token === undefined ? {} : { token }, { silent: true });
  const self = await loadingSelf;
  await textsReady();
  if (!selections || !self) throw new Error(translate('session.verificationFailed'));
  const roles = rolesOf(selections);
  if (roles.length === 0) throw new Error(translate('session.noRoles'));
  showOwnNames(ownNames(selections));
  const arrangement = arrangementOf(selections);
  const { name, account_type, introduction } = self;
  const avatar = self.avatar ? pictureAddress(self.avatar, 'thumb') : '';
  useSession.setState({ roles, arrangement, self, name, account_type, avatar, introduction });
  if (toBeAnnounced) announceSignIn(self);
  toBeAnnounced = false;
}

let admission: Promise<void> | undefined;

/** Updates picture and introduction after the person has changed them. */
export function selfShown(changes: Partial<Pick<Self, 'avatar' | 'introduction'>>): void {
  const { self } = useSession.getState();
  if (!self) return;
  const profile = { ...self, ...changes };
  const avatar = profile.avatar ? pictureAddress(profile.avatar, 'thumb') : '';
  useSession.setState({ self: profile, avatar, introduction: profile.introduction });
}

/** Loads the roles, once at a time. If that fails, the token is removed, so the person has to sign in again. */
export function admit(): Promise<void> {
  admission ??= loadRoles()
    .catch((error: unknown) => {
      showError(error);
      resetSession();
    })
    .finally(() => {
      admission = undefined;
    });
  return admission;
}

let refreshing: Promise<void> | undefined;

/**
 * Loads roles and menus again while the console is open; it adapts without a reload. If this fails, the next answer with a
 * changed permissions header tries again.
 */
function refreshRoles(): Promise<void> {
  const token = readCookie('token');
  if (token !== useSession.getState().token) {
    // Another window of this browser has signed in as somebody else or views a role: this one follows.
    forgetPermissions();
    useSession.setState({ ...nobody, token });
    return Promise.resolve();
  }
  refreshing ??= loadRoles()
    .catch((error: unknown) => {
      if (error instanceof ApiError) return;
      showError(error);
      resetSession();
    })
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}
followPermissions(() => void refreshRoles());

function showError(error: unknown): void {
  if (error instanceof Error && wasShown(error)) return;
  notify.error(error instanceof Error ? error.message : String(error));
}

/** Removes the session from the browser, without telling the server. */
export function resetSession(): void {
  removeCookie('token');
  removeCookie('own_token');
  forgetPermissions();
  useSession.setState(nobody);
}

/** Ends the session on the server and in the browser; in the browser even if the server does not answer. */
export async function signOut(): Promise<void> {
  // A view of a role ends with the session that it was opened from.
  restoreOwnToken();
  await call(loginout, {}, { background: true }).catch(() => undefined);
  resetSession();
  removeCookie('name');
  removeCookie('account_type');
  useSession.setState({ name: '', account_type: undefined });
}

/** Continues with another session; everything is loaded again. */
export async function goOnWith(token: string): Promise<void> {
  writeCookie('token', token);
  forgetPermissions();
  useSession.setState({ ...nobody, token });
  goTo('/');
  await admit();
}

/** To be called after a temporary password was changed; it opens the way into the console. */
export function passwordChanged(): void {
  const { self } = useSession.getState();
  if (self) useSession.setState({ self: { ...self, must_change_password: false } });
}

/** To be called after setting up the two-step sign-in that a role requires. */
export function twoStepSetUp(): void {
  const { self } = useSession.getState();
  if (self) useSession.setState({ self: { ...self, two_step_due: false } });
}

/** Reports the sign-in to the login log, in the background; failures are ignored. */
function announceSignIn({ account_name, last_login_ip }: Self): void {
  const notice = { accountName: account_name, loginIp: last_login_ip ?? '' };
  call(loginLogAdd, notice, { background: true, origin: loginLogOrigin }).catch(() => undefined);
}
