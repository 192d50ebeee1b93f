import { material } from '@suyuan/contract/base/material.ts';
import { defineFound } from '#platform/find/found.ts';

export const materialFound = defineFound(material, {
  table: 'material',
  title: 'material_name',
  code: 'material_code',
});
