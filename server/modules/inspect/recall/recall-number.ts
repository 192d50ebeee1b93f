import { defineNumberSeries } from '#platform/records/number-series.ts';

export const recallNumbers = defineNumberSeries({
  prefix: 'ZH',
  sequence: 'recall_no',
  table: 'recall',
  column: 'recall_no',
  unique: 'recall_recall_no_key',
});
