/**
 * What is counted by day and work order. Each is signed: what is undone is counted back, so that the sum over all days is how
 * things stand. Units are goods of level 1; the others are labels and packages.
 */
export const measures = [
  /** Units whose code was put on a product. */
  'bound',
  /** Of them, how many lie in packages, are in none, were put aside, taken as samples, destroyed. */
  'packed',
  'loose',
  'rejected',
  'sampled',
  'destroyed',
  /** Labels that were printed, and those thrown away or taken as samples before they were on a product. */
  'printed',
  'label_scrapped',
  'label_sampled',
  /** Codes that another one took the place of. */
  'replaced',
  'packages',
  'remainders',
  /** Units that left by waybills, came off them afterwards, and arrived; that came back, and what became of these. */
  'shipped',
  'shipped_void',
  'received',
  'taken_back',
  'restocked',
  'reworked',
  'discarded',
  /** Units that people put into packages, at a desk or by a file. What is taken out later was work all the same. */
  'packed_by_people',
  /** Units that a line put aside, each time that it did, by what for. What is packed later was put aside all the same. */
  'put_aside',
  /** Codes that came by the cameras of a line, and those of them that were read. */
  'reads',
  'good_reads',
  /** Seconds in which an order was to be made on a line, and a machine of it worked, or none did. */
  'running_seconds',
  'standing_seconds',
] as const;
export type Measure = (typeof measures)[number];
