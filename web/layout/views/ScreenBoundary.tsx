import { Component, type ErrorInfo, type ReactNode } from 'react';
import { logError } from '../../errorlog/errorLog.ts';
import { ScreenCrash } from './ScreenCrash.tsx';

interface State {
  readonly failed: boolean;
}

/** A screen that crashes takes nothing else with it. */
export class ScreenBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    logError(error, componentStack ?? 'component');
  }

  override render(): ReactNode {
    const again = () => this.setState({ failed: false });
    return this.state.failed ? <ScreenCrash onAgain={again} /> : this.props.children;
  }
}
