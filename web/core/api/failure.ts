import { ErrorCode } from '../../../contract/call/errors.ts';
import { removeCookie } from '../cookies.ts';
import { translate } from '../i18n/i18n.ts';
import { leadingTo } from '../navigation/redirectTarget.ts';
import { carryError } from '../notices/carried.ts';
import { notify } from '../notices/notices.ts';
import { ask } from '../notices/question.ts';
import { restoreOwnToken } from '../ownToken.ts';
import type { ApiError } from './apiError.ts';
import type { ClientSettings } from './clients.ts';
import { goTo } from './navigation.ts';

export interface FailureOptions {
  /** Say nothing; the caller shows what went wrong itself. A session that is over still ends. */
  readonly silent?: boolean;
  /** Codes of refusals that the caller shows itself. */
  readonly shows?: readonly number[];
  /** Refused fields are shown beside them, so they are not said again in a toast. */
  readonly fieldErrors?: boolean;
  /** Codes that were refused are shown one by one, so they are not said again in a toast. */
  readonly showsRefusals?: boolean;
  /** Neither say anything nor go anywhere: the answer matters to nobody but the caller. */
  readonly background?: boolean;
}

export type Consequence = 'change-password' | 'set-up-two-step' | 'session-over' | 'no-access' | 'none';

/** What a refused call means for the page, beside what is said about it. */
export function consequenceOf(error: Pick<ApiError, 'statusCode' | 'code'>): Consequence {
  if (error.code === ErrorCode.mustChangePassword) return 'change-password';
  if (error.code === ErrorCode.mustSetUpTwoStep) return 'set-up-two-step';
  const over = error.code === ErrorCode.sessionEnded || error.code === ErrorCode.sessionExpired;
  if (over || error.statusCode === 403) return 'session-over';
  return error.statusCode === 401 ? 'no-access' : 'none';
}

/** Failures that somebody was told of: nobody hears of the same one twice. */
const told = new WeakSet<Error>();
export const isTold = (error: Error): boolean => told.has(error);

/** Tells the person about a refused call and goes where it leads. */
export function handleFailure(error: ApiError, settings: ClientSettings, options: FailureOptions): void {
  if (options.background || isTold(error)) return;
  const consequence = consequenceOf(error);
  const first = firstPages[consequence];
  if (first !== undefined) {
    goFirst(first);
    return;
  }
  const besideFields = options.fieldErrors === true && error.fields.length > 0;
  const oneByOne = options.showsRefusals === true && error.refusals.length > 0;
  const shownThere = options.shows?.includes(error.code) || besideFields || oneByOne;
  // That the session is over is never shown by who made the call: it is not there any more.
  if (!shownThere && (!options.silent || consequence === 'session-over')) {
    told.add(error);
    notify.error(error.message);
  }
  if (consequence === 'session-over') void endSession(error.message, settings);
  if (consequence === 'no-access' && !options.silent) goTo('/401');
}

/** Pages that come before all others. */
const firstPages: Partial<Record<Consequence, string>> = {
  'change-password': '/change-password',
  'set-up-two-step': '/two-step',
};

/** To one of them, which leads back here. */
function goFirst(page: string): void {
  const { pathname, search } = window.location;
  if (pathname !== page) goTo(leadingTo(page, pathname + search));
}

async function endSession(message: string, settings: ClientSettings): Promise<void> {
  if (settings.asksBeforeReset) {
    const again = await ask({
      title: translate('session.confirmLogout'),
      text: translate('session.loggedOut'),
      confirm: translate('session.reLogin'),
      cancel: translate('datapage.cancel'),
    });
    if (!again) return;
  } else {
    carryError(message);
  }
  if (restoreOwnToken() === undefined) removeCookie('token');
  window.location.reload();
}
