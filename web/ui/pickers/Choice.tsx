import { type RefSelectProps, Select, type SelectProps } from 'antd';
import type { DefaultOptionType } from 'antd/es/select';
import type { Ref } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** A select with a default placeholder. */
export function Choice<Value = unknown, Option extends DefaultOptionType = DefaultOptionType>(
  props: SelectProps<Value, Option> & { readonly ref?: Ref<RefSelectProps> | undefined },
) {
  const { t } = useTranslation();
  return <Select<Value, Option> {...props} placeholder={props.placeholder ?? t('select.choose')} />;
}
