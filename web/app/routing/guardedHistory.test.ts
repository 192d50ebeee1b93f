import { afterEach, expect, test } from 'vitest';
import { askBeforeSteps } from '#core/navigation/steps.ts';
import { type BrowserHistory, guardedHistory } from './guardedHistory.ts';

type Step = Parameters<Parameters<BrowserHistory['listen']>[0]>[0];

/** A fake browser history with the methods used here. */
function browser(...paths: string[]) {
  let at = paths.length - 1;
  let tell: (step: Step) => void = () => undefined;
  const here = () => ({ pathname: paths[at] as string, search: '', hash: '', state: null, key: '' });
  const step = (action: string, delta: number) => tell({ action, location: here(), delta } as Step);
  const history = guardedHistory({
    get location() {
      return here();
    },
    listen: (listener) => {
      tell = listener;
      return () => undefined;
    },
    push: (to) => {
      paths.splice(++at, paths.length, `${to}`);
      step('PUSH', 1);
    },
    go: (delta) => {
      at += delta;
      step('POP', delta);
    },
  } as BrowserHistory);
  const shown: string[] = [];
  history.listen(({ location }) => shown.push(location.pathname));
  return { history, shown, at: () => here().pathname };
}

function askFor(path: string) {
  let answer: (isSure: boolean) => void = () => undefined;
  let isLost = true;
  askBeforeSteps({
    loses: ({ pathname }) => isLost && pathname === path,
    mayGo: () =>
      new Promise((resolve) => {
        answer = (isSure) => {
          isLost = !isSure;
          resolve(isSure);
        };
      }),
  });
  return (isSure: boolean) => answer(isSure);
}

afterEach(() => askBeforeSteps({ loses: () => false, mayGo: async () => true }));

test('navigates at once if nothing would be lost', () => {
  const { history, shown } = browser('/a', '/b');
  history.push('/c');
  history.go(-2);
  expect(shown).toEqual(['/c', '/a']);
});

test('follows a link that would lose work once the person agrees', async () => {
  const { history, shown } = browser('/a');
  const answer = askFor('/b');
  history.push('/b');
  expect(shown).toEqual([]);
  answer(true);
  await expect.poll(() => shown).toEqual(['/b']);
});

test("undoes the browser's back button until the person has answered", async () => {
  const { history, shown, at } = browser('/a', '/b');
  const answer = askFor('/a');
  history.go(-1);
  expect([shown, at()]).toEqual([[], '/b']);
  answer(true);
  await expect.poll(() => [shown, at()]).toEqual([['/a'], '/a']);
});

test('stays on the page if the person keeps editing', async () => {
  const { history, shown, at } = browser('/a', '/b');
  const answer = askFor('/a');
  history.go(-1);
  answer(false);
  await Promise.resolve();
  expect([shown, at()]).toEqual([[], '/b']);
});
