import { useLocation } from 'react-router';
import { create } from 'zustand';
import { translate } from '../i18n/i18n.ts';
import { ask } from '../notices/question.ts';
import { useSession } from './session.ts';

type Work = Readonly<Record<string, unknown>>;
/** By the path of the screen it is on, and there by the name of what it is about. */
type Unsaved = Readonly<Record<string, Work>>;

/** What people have written and not saved. Going to another screen loses none of it; leaving for good asks first. */
export const useUnsaved = create<{ readonly work: Unsaved }>()(() => ({ work: {} }));

/** Unsaved work of this screen, and how to keep it; undefined when there is none. */
export function useUnsavedWork<Value>(name: string): [Value | undefined, (value: Value | undefined) => void] {
  const { pathname } = useLocation();
  const value = useUnsaved(({ work }) => work[pathname]?.[name]) as Value | undefined;
  return [value, (next) => keep(pathname, name, next)];
}

/** Whether the work on some screens may be lost: asks, and forgets it, if there is any. All screens when none is named. */
export async function mayLose(paths?: readonly string[]): Promise<boolean> {
  const { work } = useUnsaved.getState();
  const meant = (paths ?? Object.keys(work)).filter((path) => work[path]);
  if (meant.length === 0) return true;
  const sure = await ask({
    title: translate('unsaved.title'),
    text: translate('unsaved.text'),
    confirm: translate('unsaved.discard'),
    cancel: translate('unsaved.stay'),
  });
  if (sure) setWork(Object.fromEntries(Object.entries(work).filter(([path]) => !meant.includes(path))));
  return sure;
}

function keep(path: string, name: string, value: unknown): void {
  const { work } = useUnsaved.getState();
  const { [path]: before = {}, ...others } = work;
  const { [name]: _replaced, ...rest } = before;
  const now: Work = value === undefined ? rest : { ...rest, [name]: value };
  setWork(Object.keys(now).length === 0 ? others : { ...others, [path]: now });
}

/** The browser asks before it goes away, in words of its own, for as long as there is something to lose. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function setWork(work: Unsaved): void {
  useUnsaved.setState({ work });
  if (typeof window === 'undefined') return;
  if (Object.keys(work).length > 0) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

/** Nobody sees another person's work; who was signed out by time and signs in again finds their own. */
let person: string | undefined;
useSession.subscribe(({ self }) => {
  if (!self || self.account_name === person) return;
  if (person !== undefined) setWork({});
  person = self.account_name;
});
