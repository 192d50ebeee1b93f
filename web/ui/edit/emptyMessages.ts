import type { TFunction } from 'i18next';

/** antd's messages for an empty required field, the same in all forms. */
export function emptyMessages(t: TFunction): { readonly required: string; readonly whitespace: string } {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: antd writes the title of the field in its place
  const required = t('datapage.required', { title: '${label}' });
  return { required, whitespace: required };
}
