import { create } from 'zustand';

export type NoticeKind = 'error' | 'warning' | 'success' | 'info';

/** What can be done about what was said, as long as it stands there. */
export interface NoticeAction {
  readonly text: string;
  readonly run: () => void;
}

export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly text: string;
  /** How often the same was said while it was on screen. */
  readonly times: number;
  readonly action?: NoticeAction | undefined;
}

const shownForMs = 5_000;
/** Somebody has to see that they did not mean it, and to get there. */
const withActionForMs = 10_000;

interface Notices {
  readonly notices: readonly Notice[];
}

export const useNotices = create<Notices>()(() => ({ notices: [] }));

let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
/** The notice being read. */
let held: number | undefined;

export function dismiss(id: number): void {
  if (held === id) held = undefined;
  clearTimeout(timers.get(id));
  timers.delete(id);
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

/** Keeps a notice while it is read (pointer or focus on it), and gives it its time again afterwards. */
export function hold(id: number): void {
  held = id;
  clearTimeout(timers.get(id));
}
export function release(id: number): void {
  held = undefined;
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

/** Says something for five seconds, or ten. What is already on screen is counted, not said again. */
function say(kind: NoticeKind, text: string, action?: NoticeAction): void {
  const same = useNotices.getState().notices.find((notice) => notice.kind === kind && notice.text === text);
  const notice = { ...(same ?? { id: ++lastId, kind, text }), times: (same?.times ?? 0) + 1, action };
  useNotices.setState(({ notices }) => ({
    notices: same ? notices.map((other) => (other.id === notice.id ? notice : other)) : [...notices, notice],
  }));
  if (notice.id !== held) startTimer(notice.id);
}

export const notify = {
  error: (text: string): void => say('error', text),
  warning: (text: string): void => say('warning', text),
  success: (text: string, action?: NoticeAction): void => say('success', text, action),
  info: (text: string): void => say('info', text),
};
