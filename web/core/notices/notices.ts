import { create } from 'zustand';

export type NoticeKind = 'error' | 'warning' | 'success' | 'info';

/** An action offered with a notice, such as undo. */
export interface NoticeAction {
  readonly text: string;
  readonly run: () => void;
}

export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly text: string;
  /** How often the same notice came while it was on screen. */
  readonly times: number;
  readonly action?: NoticeAction | undefined;
  /** The request that failed, the last one if there were several. */
  readonly requestId?: string | undefined;
}

const shownForMs = 5_000;
/** A notice with an action stays longer, so that a person can notice a mistake and reach the button. */
const withActionForMs = 10_000;

interface Notices {
  readonly notices: readonly Notice[];
}

export const useNotices = create<Notices>()(() => ({ notices: [] }));

let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
/** The notice under the pointer or with the focus. */
let heldId: number | undefined;

export function dismiss(id: number): void {
  if (heldId === id) heldId = undefined;
  clearTimeout(timers.get(id));
  timers.delete(id);
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

/** Keeps a notice while the pointer or the focus is on it; its time starts again afterwards. */
export function hold(id: number): void {
  heldId = id;
  clearTimeout(timers.get(id));
}
export function release(id: number): void {
  heldId = undefined;
  startTimer(id);
}

function startTimer(id: number): void {
  const { action } = useNotices.getState().notices.find((notice) => notice.id === id) ?? {};
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => dismiss(id), action ? withActionForMs : shownForMs),
  );
}

/** Shows a notice for five seconds, or ten with an action. A notice that is already on screen is only counted. */
function say(kind: NoticeKind, text: string, { action, requestId }: Pick<Notice, 'action' | 'requestId'> = {}): void {
  const same = useNotices.getState().notices.find((notice) => notice.kind === kind && notice.text === text);
  const notice = { ...(same ?? { id: ++lastId, kind, text }), times: (same?.times ?? 0) + 1, action, requestId };
  useNotices.setState(({ notices }) => ({
    notices: same ? notices.map((other) => (other.id === notice.id ? notice : other)) : [...notices, notice],
  }));
  if (notice.id !== heldId) startTimer(notice.id);
}

export const notify = {
  error: (text: string, requestId?: string): void => say('error', text, { requestId }),
  warning: (text: string): void => say('warning', text),
  success: (text: string, action?: NoticeAction): void => say('success', text, { action }),
  info: (text: string): void => say('info', text),
};
