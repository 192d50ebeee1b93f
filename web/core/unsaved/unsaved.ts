import { useLocation } from 'react-router';
import { create } from 'zustand';
import { translate } from '../i18n/i18n.ts';
import { askBeforeSteps, type Place } from '../navigation/steps.ts';
import { ask } from '../notices/question.ts';
import { useSession } from '../session/session.ts';
import { isLostOnTheWay, type OpenForm } from './changedForms.ts';

type Work = Readonly<Record<string, unknown>>;

interface Unsaved {
  /** What is kept outside of its screen: by the path of the screen, and there by the name of what it is about. */
  readonly work: Readonly<Record<string, Work>>;
  /** Forms that are open, by marks of their own. */
  readonly forms: ReadonlyMap<Element, OpenForm>;
}

/** What people have written and not saved. Whatever would lose it asks first. */
export const useUnsaved = create<Unsaved>()(() => ({ work: {}, forms: new Map() }));

/** Unsaved work of this screen, and how to keep it; undefined when there is none. */
export function useUnsavedWork<Value>(name: string): [Value | undefined, (value: Value | undefined) => void] {
  const { pathname } = useLocation();
  const value = useUnsaved(({ work }) => work[pathname]?.[name]) as Value | undefined;
  return [value, (next) => keep(pathname, name, next)];
}

/** Whether the screen at a path has anything that is not saved. */
export const useIsUnsaved = (path: string): boolean =>
  useUnsaved(
    ({ work, forms }) =>
      path in work || [...forms.values()].some(({ place, changed }) => changed && place.pathname === path),
  );

/** Notes a form as it was drawn; it is known by its mark, an element within it. */
export function noteForm(mark: Element, form: OpenForm): void {
  set({ forms: new Map(useUnsaved.getState().forms).set(mark, form) });
}

/** The form is gone. */
export const forgetForm = (mark: Element): void => forget({ paths: [], forms: [mark] });

/** Whether the work on some screens may be lost: asks, and forgets it, if there is any. All screens when none is named. */
export function mayLose(paths?: readonly string[]): Promise<boolean> {
  const { work } = useUnsaved.getState();
  return mayForget({
    paths: (paths ?? Object.keys(work)).filter((path) => work[path]),
    forms: formsThat(({ place }) => paths?.includes(place.pathname) ?? true),
  });
}

/** The same of the forms in a dialog or drawer, or in a part of a screen. */
export const mayLoseScope = (scope: string): Promise<boolean> =>
  mayForget({ paths: [], forms: formsThat((form) => form.scope.startsWith(scope)) });

/** What is in a dialog, drawer or part of a screen was saved. */
export const forgetScope = (scope: string): void =>
  forget({ paths: [], forms: formsThat((form) => form.scope.startsWith(scope)) });

const lostAt = (to: Place): Meant => ({ paths: [], forms: formsThat((form) => isLostOnTheWay(form, to)) });
askBeforeSteps({
  loses: (to) => lostAt(to).forms.length > 0,
  mayGo: (to) => mayForget(lostAt(to)),
});

/** Forms with changes. One that is gone has nothing to lose any more. */
const formsThat = (meant: (form: OpenForm) => boolean): Element[] =>
  [...useUnsaved.getState().forms]
    .filter(([mark, form]) => mark.isConnected && meant(form) && form.isChanged())
    .map(([mark]) => mark);

interface Meant {
  readonly paths: readonly string[];
  readonly forms: readonly Element[];
}

async function mayForget(meant: Meant): Promise<boolean> {
  if (meant.paths.length + meant.forms.length === 0) return true;
  const sure = await ask({
    title: translate('unsaved.title'),
    text: translate('unsaved.text'),
    confirm: translate('unsaved.discard'),
    cancel: translate('unsaved.stay'),
    highlighted: 'cancel',
  });
  if (sure) forget(meant);
  return sure;
}

function forget({ paths, forms }: Meant): void {
  const { work, forms: before } = useUnsaved.getState();
  set({
    work: Object.fromEntries(Object.entries(work).filter(([path]) => !paths.includes(path))),
    forms: new Map([...before].filter(([mark]) => !forms.includes(mark))),
  });
}

function keep(path: string, name: string, value: unknown): void {
  const { work } = useUnsaved.getState();
  const { [path]: before = {}, ...others } = work;
  const { [name]: _replaced, ...rest } = before;
  const now: Work = value === undefined ? rest : { ...rest, [name]: value };
  set({ work: Object.keys(now).length === 0 ? others : { ...others, [path]: now } });
}

/** The browser asks before it goes away, in words of its own, for as long as there is something to lose. */
const warn = (event: BeforeUnloadEvent) => {
  if (Object.keys(useUnsaved.getState().work).length + formsThat(() => true).length > 0) event.preventDefault();
};

function set(changed: Partial<Unsaved>): void {
  useUnsaved.setState(changed);
  if (typeof window === 'undefined') return;
  const { work, forms } = useUnsaved.getState();
  if (Object.keys(work).length > 0 || [...forms.values()].some(({ changed }) => changed))
    addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

/** Nobody sees another person's work; who was signed out by time and signs in again finds their own. */
let person: string | undefined;
useSession.subscribe(({ self }) => {
  if (!self || self.account_name === person) return;
  if (person !== undefined) set({ work: {}, forms: new Map() });
  person = self.account_name;
});
