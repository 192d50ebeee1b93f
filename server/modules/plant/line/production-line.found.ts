import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { defineFound } from '#platform/find/found.ts';

export const productionLineFound = defineFound(productionLine, {
  table: 'production_line',
  title: 'line_name',
  code: 'line_code',
  few: true,
});
