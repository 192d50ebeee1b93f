import { Cascader } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnInputProps } from './DataPage/fields.ts';
import { areaPath, useAreas } from './useAreas.ts';

/** The areas of China as a menu of three levels, searched by any part of a name. */
export default function AreaCascader({ id, value, onChange, multiple }: OwnInputProps & { multiple?: true }) {
  const { t } = useTranslation();
  const areas = useAreas();
  const menu = {
    ...(id === undefined ? {} : { id }),
    options: useMemo(() => optionsOf(areas.data ?? []), [areas.data]),
    loading: areas.isFetching,
    placeholder: t('area.choose'),
    notFoundContent: areas.isError ? t('area.failed') : t('area.none'),
    allowClear: true,
    showSearch: true,
    style: { width: '100%' },
  };
  if (multiple) {
    const codes = (value as readonly string[] | null | undefined) ?? [];
    return (
      <Cascader
        {...menu}
        multiple
        maxTagCount={20}
        showCheckedStrategy={Cascader.SHOW_PARENT}
        value={codes.map(areaPath)}
        onChange={(paths) => onChange?.(paths.map((path) => path.at(-1)))}
      />
    );
  }
  return (
    <Cascader
      {...menu}
      changeOnSelect
      value={value ? areaPath(value as string) : []}
      onChange={(path) => onChange?.(path?.at(-1) ?? null)}
    />
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
  readonly children?: Option[];
}

interface Named {
  readonly code: string;
  readonly name: string;
  readonly children?: readonly Named[];
}

const optionsOf = (areas: readonly Named[]): Option[] =>
  areas.map(({ code, name, children }) => ({
    value: code,
    label: name,
    ...(children ? { children: optionsOf(children) } : {}),
  }));
