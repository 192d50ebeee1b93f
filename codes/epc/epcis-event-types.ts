/** The event types of EPCIS 2.0 (section 7.4). */
export const epcisEventTypes = [
  'ObjectEvent',
  'AggregationEvent',
  'TransactionEvent',
  'TransformationEvent',
  'AssociationEvent',
] as const;
export type EpcisEventType = (typeof epcisEventTypes)[number];
