/** What is done with a scan, with the permissions of the desk for it: any of them permits it. */
export const scanActs = {
  load: ['freight:load'],
  unload: ['freight:load'],
  receive: ['arrival:tally', 'arrival:sign'],
  /** Takes back what was counted. */
  unreceive: ['arrival:tally', 'arrival:sign'],
  move: ['stock:move'],
  return: ['refund:receive'],
  count: ['stock:count'],
  uncount: ['stock:count'],
  pack: ['relevance:pack'],
  /** A package holds what was counted in it. */
  repack: ['relevance:pack'],
  /** Codes are put on products for a work order, which packing does as well. */
  commission: ['relevance:pack'],
  unpack: ['unrelevance1:add'],
  replace: ['replace:add'],
  /** A code that was found is compared with where it should be. */
  inspect: ['inspectrecord:add'],
} as const;
export type ScanAct = keyof typeof scanActs;

export const scanActNames = Object.keys(scanActs) as [ScanAct, ...ScanAct[]];

/** What is downloaded before somebody leaves the network: a waybill, a zone, a return, a count, a work order or a shop, for one act. */
export const taskKinds = [
  'load',
  'receive',
  'move',
  'return',
  'count',
  'pack',
  'commission',
  'inspect',
] as const satisfies readonly ScanAct[];
export type TaskKind = (typeof taskKinds)[number];

/** Whoever may do something with a handheld has one of these. */
export const handheldPermissions = [
  ...scanActs.load,
  ...scanActs.receive,
  ...scanActs.move,
  ...scanActs.return,
  ...scanActs.count,
  ...scanActs.pack,
  ...scanActs.unpack,
  ...scanActs.replace,
  ...scanActs.inspect,
] as const;

/** Acts that take back what another one did. */
export const undoing: ReadonlySet<ScanAct> = new Set(['unload', 'unreceive', 'uncount']);
