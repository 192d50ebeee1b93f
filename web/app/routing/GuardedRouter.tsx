import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';
import { guardedHistory } from './guardedHistory.ts';

/** The browser's history as React Router's own router keeps it; but a step that would lose something asks first. */
export function GuardedRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => guardedHistory(createBrowserHistory({ window, v5Compat: true })));
  const [step, setStep] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () => history.listen(({ action, location }) => startTransition(() => setStep({ action, location }))),
    [history],
  );
  return (
    <Router location={step.location} navigationType={step.action} navigator={history}>
      {children}
    </Router>
  );
}
