import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { logError } from '#core/errorLog.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { NotFetched } from '#core/loading/pending.ts';
import { rootScreen } from '#core/navigation/resolve.ts';
import './screenCrash.css';

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

/** Shown instead of a crashed screen, with three ways to go on. */
function ScreenCrash({ missing, onAgain }: { missing: boolean; onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="screen-crash" role="alert">
      <h1>{t('crash.title')}</h1>
      <p>{t(missing ? 'crash.pageText' : 'crash.text')}</p>
      <div className="screen-crash-ways">
        <button type="button" className="solid-button" onClick={onAgain}>
          {t('button.retry')}
        </button>
        <button type="button" className="plain-button" onClick={() => window.location.reload()}>
          {t('crash.reload')}
        </button>
        <Link className="plain-button" to={rootScreen}>
          {t('error.home')}
        </Link>
      </div>
    </div>
  );
}
