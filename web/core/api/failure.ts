import type { Call } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { useEffect } from 'react';
import { removeCookie } from '../cookies.ts';
import { translate } from '../i18n/i18n.ts';
import type { TextKey } from '../i18n/textKeys.ts';
import { leadingTo } from '../navigation/redirectTarget.ts';
import { carryError } from '../notices/carried.ts';
import { notify } from '../notices/notices.ts';
import { ask } from '../notices/question.ts';
import { restoreOwnToken } from '../ownToken.ts';
import { ApiError } from './apiError.ts';
import { goTo } from './navigation.ts';

export interface FailureOptions {
  /** Shows nothing, because the caller does. The end of the session is still handled. */
  readonly silent?: boolean;
  /** Error codes that the caller shows itself. */
  readonly shows?: readonly number[];
  /** The caller shows problems at their fields, so there is no toast for them. */
  readonly fieldErrors?: boolean;
  /** The caller shows refused codes one by one, so there is no toast for them. */
  readonly showsRefusals?: boolean;
  /** Neither shows anything nor navigates: the result matters to the caller only. */
  readonly background?: boolean;
}

type Consequence = 'change-password' | 'set-up-two-step' | 'session-over' | 'no-access' | 'none';

/** What a failed call means for the page, apart from the message. */
export function consequenceOf(error: Pick<ApiError, 'statusCode' | 'code'>): Consequence {
  if (error.code === ErrorCode.mustChangePassword) return 'change-password';
  if (error.code === ErrorCode.mustSetUpTwoStep) return 'set-up-two-step';
  const over = error.code === ErrorCode.sessionEnded || error.code === ErrorCode.sessionExpired;
  if (over || error.statusCode === 403) return 'session-over';
  return error.statusCode === 401 ? 'no-access' : 'none';
}

/** Errors that were shown already; none is shown twice. */
const shownErrors = new WeakSet<Error>();
export const wasShown = (error: Error): boolean => shownErrors.has(error);

/** Shows a failed call to the person and carries out its consequence, such as going to the sign-in page. */
export function handleFailure(error: ApiError, settings: ClientSettings, options: FailureOptions): void {
  if (options.background || wasShown(error)) return;
  const consequence = consequenceOf(error);
  const first = firstPages[consequence];
  if (first !== undefined) {
    goFirst(first);
    return;
  }
  const besideFields = options.fieldErrors === true && error.fields.length > 0;
  const oneByOne = options.showsRefusals === true && error.refusals.length > 0;
  const shownThere = options.shows?.includes(error.code) || besideFields || oneByOne;
  // The end of the session is always shown here, since the caller's screen is gone by then.
  if (!shownThere && (!options.silent || consequence === 'session-over')) {
    shownErrors.add(error);
    notify.error(error.message, error.requestId);
  }
  if (consequence === 'session-over') void endSession(error, settings);
  if (consequence === 'no-access' && !options.silent) goTo('/401', { requestId: error.requestId });
}

/** Pages that have to be completed before any other. */
const firstPages: Partial<Record<Consequence, string>> = {
  'change-password': '/change-password',
  'set-up-two-step': '/two-step',
};

/** Goes to one of them, which leads back here afterwards. */
function goFirst(page: string): void {
  const { pathname, search } = window.location;
  if (pathname !== page) goTo(leadingTo(page, pathname + search));
}

async function endSession({ message, requestId }: ApiError, settings: ClientSettings): Promise<void> {
  if (settings.asksBeforeReset) {
    const again = await ask({
      title: translate('session.confirmLogout'),
      text: translate('session.loggedOut'),
      confirm: translate('session.reLogin'),
      cancel: translate('datapage.cancel'),
    });
    if (!again) return;
  } else {
    carryError(message, requestId);
  }
  signInAgain();
}

/** Leaves a session that is over: the page is loaded anew, and asks to sign in. */
export function signInAgain(): void {
  if (restoreOwnToken() === undefined) removeCookie('token');
  window.location.reload();
}

/**
 * Shows a failed query of a screen. A prefetch made before the screen was rendered shows nothing itself. Errors that were shown
 * already are not shown again.
 */
export function useFailureNotice(definition: Call, error: Error | null): void {
  useEffect(() => {
    if (error instanceof ApiError) handleFailure(error, clientOf(definition), {});
  }, [definition, error]);
}

/** The settings in which the two clients of the console differ. */
export interface ClientSettings {
  readonly timeoutMs: number;
  /** The key of the message for a failed answer without a message of its own. */
  readonly fallbackMessage: TextKey;
  /** When the session is over: ask the person first, rather than reset and reload at once. */
  readonly asksBeforeReset: boolean;
}

/** For calls with `client: 'sign-in'`: signing in and out, and loading the roles. */
export const signInClient: ClientSettings = {
  timeoutMs: 5_000,
  fallbackMessage: 'error.status',
  asksBeforeReset: true,
};

/** For all other calls. */
export const mainClient: ClientSettings = {
  timeoutMs: 15_000,
  fallbackMessage: 'error.unknown',
  asksBeforeReset: false,
};

export const clientOf = ({ client }: Pick<Call, 'client'>): ClientSettings =>
  client === 'sign-in' ? signInClient : mainClient;
