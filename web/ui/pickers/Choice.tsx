import { Select, type SelectProps } from 'antd';
import type { DefaultOptionType } from 'antd/es/select';
import { useTranslation } from '../../core/i18n/useTranslation.ts';

/** A select, which says what to do while nothing is chosen in it. */
export function Choice<Value = unknown, Option extends DefaultOptionType = DefaultOptionType>(
  props: SelectProps<Value, Option>,
) {
  const { t } = useTranslation();
  return <Select<Value, Option> {...props} placeholder={props.placeholder ?? t('select.choose')} />;
}
