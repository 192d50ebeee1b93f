import { useLocation } from 'react-router';
import { create } from 'zustand';
import { translate } from '../i18n/i18n.ts';
import { askBeforeSteps, type Place } from '../navigation/steps.ts';
import { ask } from '../notices/question.ts';
import { useSession } from '../session/session.ts';
import { isLostOnTheWay, type OpenForm } from './changedForms.ts';

type Work = Readonly<Record<string, unknown>>;

interface Unsaved {
  /** Unsaved work that is kept outside of its screen: by the path of the screen, and within it by name. */
  readonly work: Readonly<Record<string, Work>>;
  /** Open forms, by a marker element within each. */
  readonly forms: ReadonlyMap<Element, OpenForm>;
}

/** The unsaved work of the person. Whatever would lose it asks first. */
export const useUnsaved = create<Unsaved>()(() => ({ work: {}, forms: new Map() }));

/** Unsaved work of this screen under a name (undefined if there is none), and a function to set it. */
export function useUnsavedWork<Value>(name: string): [Value | undefined, (value: Value | undefined) => void] {
  const { pathname } = useLocation();
  const value = useUnsaved(({ work }) => work[pathname]?.[name]) as Value | undefined;
  return [value, (next) => keep(pathname, name, next)];
}

/** Whether the screen at a path has unsaved work. */
export const useIsUnsaved = (path: string): boolean =>
  useUnsaved(
    ({ work, forms }) =>
      path in work || [...forms.values()].some(({ place, changed }) => changed && place.pathname === path),
  );

/** Registers a form after a render; `mark` is an element within it. */
export function noteForm(mark: Element, form: OpenForm): void {
  set({ forms: new Map(useUnsaved.getState().forms).set(mark, form) });
}

/** Removes a form that was unmounted. */
export const forgetForm = (mark: Element): void => forget({ paths: [], forms: [mark] });

/** Asks whether unsaved work on some screens (all by default) may be lost, and discards it. True at once if there is none. */
export function mayLose(paths?: readonly string[]): Promise<boolean> {
  const { work } = useUnsaved.getState();
  return mayForget({
    paths: (paths ?? Object.keys(work)).filter((path) => work[path]),
    forms: formsThat(({ place }) => paths?.includes(place.pathname) ?? true),
  });
}

/** The same for the forms in a dialog, drawer, or part of a screen. */
export const mayLoseScope = (scope: string): Promise<boolean> =>
  mayForget({ paths: [], forms: formsThat((form) => form.scope.startsWith(scope)) });

/** Removes the forms in a dialog, drawer or part of a screen, after they were saved. */
export const forgetScope = (scope: string): void =>
  forget({ paths: [], forms: formsThat((form) => form.scope.startsWith(scope)) });

const lostAt = (to: Place): Meant => ({ paths: [], forms: formsThat((form) => isLostOnTheWay(form, to)) });
askBeforeSteps({
  loses: (to) => lostAt(to).forms.length > 0,
  mayGo: (to) => mayForget(lostAt(to)),
});

/** The forms with changes, without those that are no longer in the document. */
const formsThat = (meant: (form: OpenForm) => boolean): Element[] =>
  [...useUnsaved.getState().forms]
    .filter(([mark, form]) => mark.isConnected && meant(form) && form.isChanged())
    .map(([mark]) => mark);

interface Meant {
  readonly paths: readonly string[];
  readonly forms: readonly Element[];
}

async function mayForget(target: Meant): Promise<boolean> {
  if (target.paths.length + target.forms.length === 0) return true;
  const sure = await ask({
    title: translate('unsaved.title'),
    text: translate('unsaved.text'),
    confirm: translate('unsaved.discard'),
    cancel: translate('unsaved.stay'),
    highlighted: 'cancel',
  });
  if (sure) forget(target);
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

/** Makes the browser ask before it leaves the page, as long as there is unsaved work. */
const warn = (event: BeforeUnloadEvent) => {
  if (Object.keys(useUnsaved.getState().work).length + formsThat(() => true).length > 0) event.preventDefault();
};

function set(changes: Partial<Unsaved>): void {
  useUnsaved.setState(changes);
  if (typeof window === 'undefined') return;
  const { work, forms } = useUnsaved.getState();
  if (Object.keys(work).length > 0 || [...forms.values()].some(({ changed }) => changed))
    addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

/** Unsaved work is discarded when somebody else signs in, but kept for the same person after a session has timed out. */
let person: string | undefined;
useSession.subscribe(({ self }) => {
  if (!self || self.account_name === person) return;
  if (person !== undefined) set({ work: {}, forms: new Map() });
  person = self.account_name;
});
