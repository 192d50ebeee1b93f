import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { forgetForm, forgetScope, mayLoseScope, noteForm } from '#core/unsaved/unsaved.ts';

/** The path of the dialogs and drawers around a form, outermost first. */
const Scope = createContext('');

/** What is closed as a whole: a dialog, a drawer, or the form of a screen. */
export interface UnsavedScope {
  readonly id: string;
  /** Whether it may be closed: asks the person if anything in it has unsaved changes. */
  readonly mayGo: () => Promise<boolean>;
  /** Marks all input in it as saved. */
  readonly saved: () => void;
}

export function useUnsavedScope(): UnsavedScope {
  const id = `${useContext(Scope)}${useId()}/`;
  return { id, mayGo: () => mayLoseScope(id), saved: () => forgetScope(id) };
}

/** Puts the forms in it into the scope. */
export const InScope = ({ scope, children }: { readonly scope: UnsavedScope; readonly children: ReactNode }) => (
  <Scope value={scope.id}>{children}</Scope>
);

interface UnsavedProps {
  /** Whether there are changes, as of the last render. */
  readonly changed: boolean;
  /** Whether there are changes now, if that is known before the next render. */
  readonly isChanged?: () => boolean;
  /** Whether there were changes when it was hidden, because the fields of a hidden screen cannot be read. */
  readonly wasChanged?: () => boolean;
}

/**
 * Registers unsaved changes of the form that it is rendered in. It is identified by an element in the page: if the screen is
 * only hidden behind another tab, the element stays and so does the registration; if it is unmounted, both go.
 */
export function Unsaved({ changed, isChanged = () => changed, wasChanged = () => changed }: UnsavedProps) {
  const mark = useRef<HTMLSpanElement>(null);
  const scope = useContext(Scope);
  const { pathname, search } = useLocation();
  const latest = useRef({ isChanged, wasChanged });
  useEffect(() => {
    latest.current = { isChanged, wasChanged };
  });
  useEffect(() => {
    const element = mark.current;
    if (!element) return;
    const form = { place: { pathname, search }, scope, changed };
    noteForm(element, { ...form, isChanged: () => latest.current.isChanged() });
    return () => {
      if (!element.isConnected) return forgetForm(element);
      const left = latest.current.wasChanged();
      noteForm(element, { ...form, changed: left, isChanged: () => left });
    };
  }, [changed, pathname, search, scope]);
  return <span ref={mark} hidden />;
}
