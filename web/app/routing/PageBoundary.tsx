import { Component, type ErrorInfo, type ReactNode } from 'react';
import { logError } from '#core/errorLog.ts';
import { PageCrash } from '#features/errors/PageCrash.tsx';

/** The outermost error boundary, for errors of the frame, such as failing to load its chunks. */
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
