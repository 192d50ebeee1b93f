import type { Call } from '@suyuan/contract/call/call.ts';
import type { TextKey } from '../i18n/textKeys.ts';

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
