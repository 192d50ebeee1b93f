import { Component, type ErrorInfo, type ReactNode, Suspense, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';
import { logError } from '#core/errorLog.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { NoticeList } from '#core/notices/NoticeList.tsx';
import { QuestionDialog } from '#core/notices/QuestionDialog.tsx';
import { Guard, Splash } from './routing/Guard.tsx';
import { guardedHistory } from './routing/guardedHistory.ts';
import { Pages } from './routing/pages.tsx';
import '#features/errors/errors.css';

export function App() {
  return (
    <GuardedRouter>
      <PageBoundary>
        <Suspense fallback={<Splash />}>
          <Guard>
            <Pages />
          </Guard>
        </Suspense>
      </PageBoundary>
      <NoticeList />
      <QuestionDialog />
    </GuardedRouter>
  );
}

/** React Router's `BrowserRouter` with a history that asks before navigation loses unsaved changes. */
function GuardedRouter({ children }: { readonly children: ReactNode }) {
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

/** The outermost error boundary, for errors of the frame, such as failing to load its chunks. */
class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    logError(error, componentStack ?? 'component');
  }

  override render(): ReactNode {
    return this.state.failed ? <PageCrash /> : this.props.children;
  }
}

/** Shown instead of the whole page after a crash; only a reload can help. */
function PageCrash() {
  const { t } = useTranslation();
  return (
    <main className="dead-end">
      <h1>{t('crash.pageTitle')}</h1>
      <p>{t('crash.pageText')}</p>
      <div className="dead-end-ways">
        <button type="button" className="solid-button" onClick={() => window.location.reload()}>
          {t('crash.reload')}
        </button>
      </div>
    </main>
  );
}
