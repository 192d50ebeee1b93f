/**
 * What is counted by day and work order. Quantities are signed: what is undone is counted back, so the sum over all days is the
 * current state. Units are goods of level 1; the other measures count labels and packages.
 */
export const measures = [
  /** Units that were commissioned: their code was put on a product. */
  'bound',
  /** How many of these are packed, in no package, rejected by the line, sampled, or destroyed. */
  'packed',
  'loose',
  'rejected',
  'sampled',
  'destroyed',
  /** Labels that were printed, and those scrapped or sampled before they were on a product. */
  'printed',
  'label_scrapped',
  'label_sampled',
  /** Codes that were replaced by another one. */
  'replaced',
  'packages',
  'remainders',
  /**
   * Units shipped, taken off a waybill afterwards, and received; returned; and restocked, reworked or destroyed after a return.
   */
  'shipped',
  'shipped_void',
  'received',
  'taken_back',
  'restocked',
  'reworked',
  'discarded',
  /** Units that people packed, at a desk or by a file. Unpacking does not reduce it: the work was done. */
  'packed_by_people',
  /** Units that a line rejected, each time and by cause. Packing them later does not reduce it. */
  'put_aside',
  /** Codes that passed the cameras of a line, and those of them that were read. */
  'reads',
  'good_reads',
  /** Seconds in which a work order was to be made on a line: while one of its machines worked, and while none did. */
  'running_seconds',
  'standing_seconds',
] as const;
export type Measure = (typeof measures)[number];
