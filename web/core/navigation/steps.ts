/** A location in the console. */
export interface Place {
  readonly pathname: string;
  readonly search: string;
}

/** Guards navigation that would lose unsaved work. */
export interface StepGuard {
  readonly loses: (to: Place) => boolean;
  /** Asks the person; resolves to whether to go. */
  readonly mayGo: (to: Place) => Promise<boolean>;
}

let guard: StepGuard = { loses: () => false, mayGo: async () => true };

/** Registers the guard of the console; pages outside of it have nothing to lose. */
export const askBeforeSteps = (asking: StepGuard): void => {
  guard = asking;
};

export const stepGuard = (): StepGuard => guard;
