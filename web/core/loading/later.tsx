import {
  Component,
  type ComponentType,
  createElement,
  type ErrorInfo,
  type FunctionComponent,
  lazy,
  type ReactNode,
  useState,
} from 'react';
import { logError } from '../errorLog.ts';
import { translate } from '../i18n/i18n.ts';
import { ask } from '../notices/question.ts';
import { NotFetched } from './pending.ts';
import './later.css';

/**
 * A lazily loaded part of a screen. If loading fails, only this part is missing: a message with a retry button takes its place,
 * or, for a dialog (which has `onClose`), a question. The rest of the screen keeps its state.
 */
export function later<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): FunctionComponent<Props> {
  const fresh = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((cause: unknown) => {
        throw new NotFetched(cause instanceof Error ? cause.message : String(cause), { cause });
      }),
    );
  let part = fresh();
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, when the module around it is loaded
  return function Later(props: Props) {
    const [component, setComponent] = useState<ComponentType<Props>>(() => part);
    // `React.lazy` caches a failure, so a retry needs a new lazy component. It is made only once the failure is shown: renders
    // before that would start loading again and again.
    const forget = () => {
      if (part === component) part = fresh();
    };
    const again = () => void withStyles().then(() => setComponent(() => part));
    const { onClose } = props as { readonly onClose?: () => void };
    return (
      <PartBoundary part={component} onFailed={forget} onAgain={again} onClose={onClose}>
        {createElement(component, props)}
      </PartBoundary>
    );
  };
}

/** Reloads style sheets that failed, too, which nothing else would do. */
async function withStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const loading = links
    .filter(({ sheet }) => sheet === null)
    .map((link) => {
      const anew = link.cloneNode() as HTMLLinkElement;
      const outcome = new Promise((resolve) => {
        anew.onload = resolve;
        anew.onerror = resolve;
      });
      link.replaceWith(anew);
      return outcome;
    });
  await Promise.all(loading);
}

interface BoundaryProps {
  readonly children: ReactNode;
  readonly part: unknown;
  readonly onFailed: () => void;
  readonly onAgain: () => void;
  readonly onClose: (() => void) | undefined;
}

interface State {
  readonly failed?: unknown;
}

class PartBoundary extends Component<BoundaryProps, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { failed: error };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    if (!(error instanceof NotFetched)) return;
    logError(error, componentStack ?? 'component');
    const { onFailed, onAgain, onClose } = this.props;
    onFailed();
    if (!onClose) return;
    void ask({
      title: translate('later.title'),
      text: reason(),
      confirm: translate('button.retry'),
      cancel: translate('layout.close'),
    }).then((isAgain) => (isAgain ? onAgain() : onClose()));
  }

  override componentDidUpdate({ part }: BoundaryProps): void {
    if (part !== this.props.part && this.state.failed !== undefined) this.setState({ failed: undefined });
  }

  override render(): ReactNode {
    const { failed } = this.state;
    if (failed === undefined) return this.props.children;
    // Other errors are handled by the screen's error boundary.
    if (!(failed instanceof NotFetched)) throw failed;
    if (this.props.onClose) return null;
    return (
      <div className="later-missing" role="alert">
        <strong>{translate('later.title')}</strong> {reason()}{' '}
        <button type="button" className="plain-button" onClick={this.props.onAgain}>
          {translate('button.retry')}
        </button>
      </div>
    );
  }
}

const reason = (): string => translate(navigator.onLine ? 'later.text' : 'error.offline');
