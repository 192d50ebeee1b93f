import { recallLetter } from '@suyuan/contract/inspect/recall/recall-notice.ts';
import type { Language } from '@suyuan/contract/languages.ts';
import type { download } from '#core/api/call.ts';

/** Downloads the letters to receivers, one file each, in their own languages unless one is chosen. */
export async function lettersOf(save: typeof download, ids: readonly number[], language?: Language): Promise<void> {
  // `download` has shown the error.
  for (const id of ids) await save(recallLetter, { id, ...(language ? { language } : {}) }).catch(() => undefined);
}
