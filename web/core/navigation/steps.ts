/** Where in the console something stands, or a step leads. */
export interface Place {
  readonly pathname: string;
  readonly search: string;
}

/** Who knows what a step from one place to another would lose. */
export interface StepGuard {
  readonly loses: (to: Place) => boolean;
  /** Asks the person. */
  readonly mayGo: (to: Place) => Promise<boolean>;
}

let guard: StepGuard = { loses: () => false, mayGo: async () => true };

/** The console lends its knowledge of what is being written; the pages before it have nothing to lose. */
export const askBeforeSteps = (asking: StepGuard): void => {
  guard = asking;
};

export const stepGuard = (): StepGuard => guard;
