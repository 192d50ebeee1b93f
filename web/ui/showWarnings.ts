import type { Warning } from '@suyuan/contract/call/warnings.ts';
import { notify } from '#core/notices/notices.ts';

/** Shows the warnings in the answer of a call, if there are any. */
export function showWarnings(answer: unknown): void {
  const { warnings = [] } = (answer ?? {}) as { warnings?: readonly Warning[] };
  for (const { message } of warnings) notify.warning(message);
}
