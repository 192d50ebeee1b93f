import { Component, type ErrorInfo, type ReactNode } from 'react';
import { logError } from '#core/errorLog.ts';
import { NotFetched } from '#core/loading/pending.ts';
import { ScreenCrash } from './ScreenCrash.tsx';

interface ScreenBoundaryProps {
  readonly children: ReactNode;
  /** Called before the screen is rendered again. */
  readonly onAgain: () => void;
}

interface State {
  readonly failed?: unknown;
}

/** An error boundary around a screen. The screen is tried again when the person returns to its tab. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, State> {
  override state: State = {};
  #left = false;

  static getDerivedStateFromError(error: unknown): State {
    return { failed: error ?? 'unknown' };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    logError(error, componentStack ?? 'component');
  }

  /** React also calls this when the screen's `Activity` becomes visible again, and `componentWillUnmount` when it is hidden. */
  override componentDidMount(): void {
    if (this.#left && this.state.failed !== undefined && !this.#missing) this.#retry();
  }

  override componentWillUnmount(): void {
    this.#left = true;
  }

  get #missing(): boolean {
    return this.state.failed instanceof NotFetched;
  }

  #retry(): void {
    this.props.onAgain();
    this.setState({ failed: undefined });
  }

  readonly #again = (): void => {
    // React caches the failure of a lazy import, so only a reload can fetch the chunk again.
    if (this.#missing) window.location.reload();
    else this.#retry();
  };

  override render(): ReactNode {
    if (this.state.failed === undefined) return this.props.children;
    return <ScreenCrash missing={this.#missing} onAgain={this.#again} />;
  }
}
