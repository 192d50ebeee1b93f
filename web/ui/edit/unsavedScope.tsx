import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { forgetForm, forgetScope, mayLoseScope, noteForm } from '../../core/unsaved/unsaved.ts';

/** The dialogs and drawers around a form, outermost first. */
const Scope = createContext('');

/** What is closed as one: a dialog, a drawer, or the form of a screen. */
export interface UnsavedScope {
  readonly id: string;
  /** Whether it may go: asks if anything in it has changes. */
  readonly mayGo: () => Promise<boolean>;
  /** What was entered in it has been saved. */
  readonly saved: () => void;
}

export function useUnsavedScope(): UnsavedScope {
  const id = `${useContext(Scope)}${useId()}/`;
  return { id, mayGo: () => mayLoseScope(id), saved: () => forgetScope(id) };
}

/** Forms in it are of the scope. */
export const InScope = ({ scope, children }: { readonly scope: UnsavedScope; readonly children: ReactNode }) => (
  <Scope value={scope.id}>{children}</Scope>
);

interface UnsavedProps {
  /** As it is drawn. */
  readonly changed: boolean;
  /** As it is, where that is known sooner than it is drawn. */
  readonly isChanged?: () => boolean;
  /** As it was when it was hidden, if that had not been drawn yet: fields of a hidden screen tell nothing. */
  readonly wasChanged?: () => boolean;
}

/**
 * Stands in whatever something is entered in, and says whether it has changes that are not saved. It leaves a mark in the
 * page: a screen that is only hidden behind another tab keeps its mark, and what is gone has none.
 */
export function Unsaved({ changed, isChanged = () => changed, wasChanged = () => changed }: UnsavedProps) {
  const mark = useRef<HTMLSpanElement>(null);
  const scope = useContext(Scope);
  const { pathname, search } = useLocation();
  const asked = useRef({ isChanged, wasChanged });
  useEffect(() => {
    asked.current = { isChanged, wasChanged };
  });
  useEffect(() => {
    const element = mark.current;
    if (!element) return;
    const form = { place: { pathname, search }, scope, changed };
    noteForm(element, { ...form, isChanged: () => asked.current.isChanged() });
    return () => {
      if (!element.isConnected) return forgetForm(element);
      const left = asked.current.wasChanged();
      noteForm(element, { ...form, changed: left, isChanged: () => left });
    };
  }, [changed, pathname, search, scope]);
  return <span ref={mark} hidden />;
}
