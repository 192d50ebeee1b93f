import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { defineFound } from '#platform/find/found.ts';

export const workshopFound = defineFound(workshop, {
  table: 'workshop',
  title: 'workshop_name',
  code: 'workshop_code',
  few: true,
});
