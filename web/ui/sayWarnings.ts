import type { Warning } from '../../contract/call/warnings.ts';
import { notify } from '../core/notices/notices.ts';

/** Says what the answer to a change warns of, if it does. */
export function sayWarnings(answer: unknown): void {
  const { warnings = [] } = (answer ?? {}) as { warnings?: readonly Warning[] };
  for (const { message } of warnings) notify.warning(message);
}
