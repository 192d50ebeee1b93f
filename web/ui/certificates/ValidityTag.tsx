import type { Validity } from '@suyuan/contract/base/certificate.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { StatusTag } from '../StatusTag.tsx';

const tones = { unlimited: 'default', valid: 'success', ending: 'warning', ended: 'error' } as const;

/** Whether a certificate holds, ends soon, or has ended. */
export function ValidityTag({ validity }: { readonly validity: Validity }) {
  const { t } = useTranslation();
  return <StatusTag tone={tones[validity]}>{t(`certificate.validity.${validity}`)}</StatusTag>;
}
