import { Component, type ErrorInfo, type ReactNode } from 'react';
import { logError } from '../../core/errorlog/errorLog.ts';
import { PageCrash } from '../../features/errors/PageCrash.tsx';

/** What no screen's boundary has caught: the frame itself crashed, or its files did not come. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
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
