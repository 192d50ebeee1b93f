/** How often something goes wrong: of a unit, of a second, of a batch. */
export interface Mishaps {
  /** Of a unit: the label is torn, the camera reads it wrong or twice, the product is put aside or taken as a sample. */
  readonly tornLabel: number;
  readonly misread: number;
  readonly readTwice: number;
  readonly reject: number;
  readonly sample: number;
  /** Of a second: the line stops, and for how many seconds at least and at most. */
  readonly stop: number;
  readonly stopFor: readonly [least: number, most: number];
  /** Of each time that something could be sent: the network is lost. */
  readonly networkLoss: number;
  /** Of a batch: it is sent twice, or after the one behind it. */
  readonly sentTwice: number;
  readonly outOfOrder: number;
}

/** An ordinary day. */
export const usualMishaps: Mishaps = {
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

/** Why something is thrown away, put aside or taken, as those at the line call it; what is put aside has one of several reasons. */
export interface Causes {
  readonly tornLabel: string;
  readonly misread: string;
  readonly reject: readonly string[];
  readonly sample: string;
}

export const usualCauses: Causes = {
  tornLabel: 'label torn',
  misread: 'label cannot be read',
  reject: ['fill level', 'fill level', 'cap askew'],
  sample: 'laboratory',
};

/** How often a person at a packing desk does something else than to scan what is next: of a scan, or of a package. */
export interface StationMishaps {
  /** Of a scan: the same label again, one that is misread, one of what lies in a package already, taken back right away. */
  readonly scannedTwice: number;
  readonly misread: number;
  readonly packedAlready: number;
  readonly scanUndone: number;
  /** Of a package: it is taken back once it is packed, is packed before it is full, or its answer is lost on the way. */
  readonly packageUndone: number;
  readonly remainder: number;
  readonly answerLost: number;
}

/** An ordinary person. */
export const usualStationMishaps: StationMishaps = {
  scannedTwice: 0.02,
  misread: 0.02,
  packedAlready: 0.005,
  scanUndone: 0.01,
  packageUndone: 0.03,
  remainder: 0.02,
  answerLost: 0.02,
};
