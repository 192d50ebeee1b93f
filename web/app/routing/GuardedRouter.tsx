import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';
import { guardedHistory } from './guardedHistory.ts';

/** React Router's `BrowserRouter` with a history that asks before navigation loses unsaved changes. */
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
