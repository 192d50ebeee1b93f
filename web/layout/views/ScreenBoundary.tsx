import { Component, type ErrorInfo, type ReactNode } from 'react';
import { logError } from '../../core/errorlog/errorLog.ts';
import { NotFetched } from '../../core/loading/pending.ts';
import { ScreenCrash } from './ScreenCrash.tsx';

interface ScreenBoundaryProps {
  readonly children: ReactNode;
  /** Before the screen is tried again. */
  readonly onAgain: () => void;
}

interface State {
  readonly failed?: unknown;
}

/** A screen that crashes takes nothing else with it, and is tried again when it is come back to. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, State> {
  override state: State = {};
  #left = false;

  static getDerivedStateFromError(error: unknown): State {
    return { failed: error ?? 'unknown' };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    logError(error, componentStack ?? 'component');
  }

  /** Also called when a screen that was kept is shown again, as is the next one when it is hidden. */
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
    // React remembers that a file was not to be had; a new page asks for it anew.
    if (this.#missing) window.location.reload();
    else this.#retry();
  };

  override render(): ReactNode {
    if (this.state.failed === undefined) return this.props.children;
    return <ScreenCrash missing={this.#missing} onAgain={this.#again} />;
  }
}
