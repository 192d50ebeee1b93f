/** Paths of screens whose work was finished, by saving: their tabs close once another screen is open. */
const finishedPaths = new Set<string>();

/** Tells that a screen has nothing left to show. To be called before leaving it. */
export const finishScreen = (path: string): void => void finishedPaths.add(path);

/** The finished screens since the last time. */
export function takeFinished(): string[] {
  const paths = [...finishedPaths];
  finishedPaths.clear();
  return paths;
}
