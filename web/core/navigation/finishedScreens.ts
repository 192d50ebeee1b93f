/** Paths of screens whose work was finished, by saving: their tabs close once another screen is open. */
const finished = new Set<string>();

/** Tells that a screen has nothing left to show. To be called before leaving it. */
export const finishScreen = (path: string): void => void finished.add(path);

/** The finished screens since the last time. */
export function takeFinished(): string[] {
  const paths = [...finished];
  finished.clear();
  return paths;
}
