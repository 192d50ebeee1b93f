import type { Call } from '../../../contract/call/call.ts';
import { selectedList } from '../../../contract/organ/session.ts';
import type { TextKey } from '../i18n/textKeys.ts';

/** What the two clients of the console differ in. */
export interface ClientSettings {
  readonly timeoutMs: number;
  /** Key of the text shown when an answer is not fine and carries no message of its own. */
  readonly fallbackMessage: TextKey;
  /** When the session is over: ask the person first, or reset and reload at once. */
  readonly asksBeforeReset: boolean;
}

/** Signing in and loading the roles. */
export const loginClient: ClientSettings = {
  timeoutMs: 5_000,
  fallbackMessage: 'error.status',
  asksBeforeReset: true,
};

/** Everything else. */
export const orgClient: ClientSettings = {
  timeoutMs: 15_000,
  fallbackMessage: 'error.unknown',
  asksBeforeReset: false,
};

export const clientOf = (definition: Pick<Call, 'path'>): ClientSettings =>
  definition.path.startsWith('/api/sso/') || definition.path === selectedList.path ? loginClient : orgClient;
