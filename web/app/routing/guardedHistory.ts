import { parsePath, type To, type UNSAFE_createBrowserHistory } from 'react-router';
import { type Place, stepGuard } from '#core/navigation/steps.ts';

export type BrowserHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;

/**
 * A history that asks before a navigation loses unsaved changes: for `push`, and for the back and forward buttons. `replace`
 * does not ask, because only the console uses it, after asking.
 */
export function guardedHistory(history: BrowserHistory): BrowserHistory {
  /** Whether a step of the browser's buttons is being undone. */
  let isUndoing = false;
  return {
    ...history,
    get action() {
      return history.action;
    },
    get location() {
      return history.location;
    },
    push(to, state) {
      const place = placeOf(to, history.location);
      if (!stepGuard().loses(place)) return history.push(to, state);
      void stepGuard()
        .mayGo(place)
        .then((isSure) => isSure && history.push(to, state));
    },
    listen(listener) {
      return history.listen((step) => {
        const { action, location, delta } = step;
        if (isUndoing) {
          isUndoing = false;
          return;
        }
        // The URL has changed already: it is restored until the person has answered.
        if (`${action}` !== 'POP' || !delta || !stepGuard().loses(location)) return listener(step);
        isUndoing = true;
        history.go(-delta);
        void stepGuard()
          .mayGo(location)
          .then((isSure) => isSure && history.go(delta));
      });
    },
  };
}

const placeOf = (to: To, here: Place): Place => {
  const { pathname = here.pathname, search = '' } = typeof to === 'string' ? parsePath(to) : to;
  return { pathname, search };
};
