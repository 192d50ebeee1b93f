/** Probabilities that something goes wrong. */
export interface Mishaps {
  /** For each unit: the label is torn, the camera misreads it or reads it twice, the product is rejected or sampled. */
  readonly tornLabel: number;
  readonly misread: number;
  readonly readTwice: number;
  readonly reject: number;
  readonly sample: number;
  /** For each second: the line stops, for a number of seconds within these bounds. */
  readonly stop: number;
  readonly stopFor: readonly [least: number, most: number];
  /** For each attempt to send: the network is lost. */
  readonly networkLoss: number;
  /** For each batch: it is sent twice, or after the next one. */
  readonly sentTwice: number;
  readonly outOfOrder: number;
}

/** An ordinary day. */
export const defaultMishaps: Mishaps = {
  tornLabel: 0.004,
  misread: 0.004,
  readTwice: 0.002,
  reject: 0.006,
  sample: 0.001,
  stop: 1 / 120,
  stopFor: [5, 35],
  networkLoss: 1 / 90,
  sentTwice: 0.05,
  outOfOrder: 0.1,
};

/** The causes of events in the words of the people at the line; rejects have one of several. */
export interface Causes {
  readonly tornLabel: string;
  readonly misread: string;
  readonly reject: readonly string[];
  readonly sample: string;
  /** Why the line stands; null if its device does not tell. */
  readonly stop?: readonly (string | null)[];
}

export const defaultCauses: Causes = {
  tornLabel: 'label torn',
  misread: 'label cannot be read',
  reject: ['fill level', 'fill level', 'cap askew'],
  sample: 'laboratory',
  stop: ['JAM', null, 'MATERIAL', 'JAM', 'LABELLER', null],
};

/** Probabilities of mistakes of a person at a packing desk. */
export interface StationMishaps {
  /**
   * For each scan: the same label is scanned again, a label is misread, it is in a package already, or the scan is undone at
   * once.
   */
  readonly scannedTwice: number;
  readonly misread: number;
  readonly packedAlready: number;
  readonly scanUndone: number;
  /** For each package: the packing is undone, it is packed before it is full, or the answer is lost on the way. */
  readonly packageUndone: number;
  readonly remainder: number;
  readonly answerLost: number;
}

/** An ordinary person. */
export const defaultStationMishaps: StationMishaps = {
  scannedTwice: 0.02,
  misread: 0.02,
  packedAlready: 0.005,
  scanUndone: 0.01,
  packageUndone: 0.03,
  remainder: 0.02,
  answerLost: 0.02,
};

/** Probabilities of mistakes of a person with a handheld, and of what the network does. */
export interface HandheldMishaps {
  /** For each scan: a label is misread, goods of another waybill are taken, or goods are taken off again. */
  readonly misread: number;
  readonly wrongGoods: number;
  readonly takenOff: number;
  /** For each scan with a network: it is lost, for a number of scans within these bounds. */
  readonly networkLoss: number;
  readonly lostFor: readonly [least: number, most: number];
  /** For each batch: its answer is lost on the way, so it is sent again. */
  readonly answerLost: number;
}

/** An ordinary warehouse with a cold store. */
export const defaultHandheldMishaps: HandheldMishaps = {
  misread: 0.005,
  wrongGoods: 0.01,
  takenOff: 0.01,
  networkLoss: 1 / 60,
  lostFor: [10, 120],
  answerLost: 0.02,
};
