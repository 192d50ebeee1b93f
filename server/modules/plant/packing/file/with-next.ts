/**
 * Each of some things, and what tells the one after it, once that is there: it is made while the first is dealt with. Whoever
 * stops has to wait no longer for it than until it is made.
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
