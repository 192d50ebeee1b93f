/**
 * Iterates with a look-ahead of one: yields each thing with a function that returns the one after it, or undefined while that
 * is still being made. The next one is made while the consumer handles the current one; leaving the loop early waits for it.
 */
export async function* withNext<Thing extends object>(
  all: AsyncGenerator<Thing, void>,
): AsyncGenerator<readonly [thing: Thing, next: () => Thing | undefined]> {
  let coming = all.next();
  try {
    for (;;) {
      const { value: thing } = await coming;
      if (!thing) return;
      let next: Thing | undefined;
      coming = all.next();
      coming.then(
        ({ value }) => {
          next = value ?? undefined;
        },
        () => {},
      );
      yield [thing, () => next];
    }
  } finally {
    await all.return();
  }
}
