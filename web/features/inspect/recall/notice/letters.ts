import { recallLetter } from '@suyuan/contract/inspect/recall-notice.ts';
import type { download } from '#core/api/call.ts';

/** Downloads the letters to receivers, one file each. */
export async function lettersOf(save: typeof download, ids: readonly number[]): Promise<void> {
  // `download` has shown the error.
  for (const id of ids) await save(recallLetter, { id }).catch(() => undefined);
}
