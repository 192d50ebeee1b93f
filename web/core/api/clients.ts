import type { Call } from '@suyuan/contract/call/call.ts';
import { selectedList } from '@suyuan/contract/organ/session.ts';
import type { TextKey } from '../i18n/textKeys.ts';

/** The settings in which the two clients of the console differ. */
export interface ClientSettings {
  readonly timeoutMs: number;
  /** The key of the message for a failed answer without a message of its own. */
  readonly fallbackMessage: TextKey;
  /** When the session is over: ask the person first, rather than reset and reload at once. */
  readonly asksBeforeReset: boolean;
}

/** For signing in and loading the roles. */
export const loginClient: ClientSettings = {
  timeoutMs: 5_000,
  fallbackMessage: 'error.status',
  asksBeforeReset: true,
};

/** For all other calls. */
export const orgClient: ClientSettings = {
  timeoutMs: 15_000,
  fallbackMessage: 'error.unknown',
  asksBeforeReset: false,
};

export const clientOf = (definition: Pick<Call, 'path'>): ClientSettings =>
  definition.path.startsWith('/api/sso/') || definition.path === selectedList.path ? loginClient : orgClient;
