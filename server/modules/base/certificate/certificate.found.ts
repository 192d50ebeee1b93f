import { certificate } from '@suyuan/contract/base/certificate.ts';
import { defineFound } from '#platform/find/found.ts';

export const certificateFound = defineFound(certificate, {
  table: 'certificate',
  title: 'certificate_no',
  code: 'certificate_no',
});
