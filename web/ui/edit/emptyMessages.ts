import type { TFunction } from 'i18next';

/** What antd says of a field that has to be filled in: the same in whichever form. */
export function emptyMessages(t: TFunction): { readonly required: string; readonly whitespace: string } {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: antd writes the title of the field in its place
  const required = t('datapage.required', { title: '${label}' });
  return { required, whitespace: required };
}
