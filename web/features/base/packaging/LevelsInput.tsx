import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { GivenLevel } from '@suyuan/contract/base/product/hierarchy.ts';
import { type PackagingUnit, packagingLevels, packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, InputNumber } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { limitsOf } from '#ui/limits.ts';
import { Choice } from '#ui/pickers/Choice.tsx';
import { PackagingPicture } from '#ui/pictures/PackagingPicture.tsx';
import './levelsInput.css';

interface Level {
  readonly unit_id: number | undefined;
  readonly quantity: number;
}

/** Input for the levels of a packaging relation, smallest unit first, with a picture of the result. */
export function LevelsInput({ id, value, onChange }: OwnInputProps) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [packagingUnit.page.path, 'all'],
    queryFn: ({ signal }) => call(packagingUnit.page, { size: 500 }, { signal }),
  });
  const units = data?.rows ?? [];
  const levels = (value as Level[] | undefined)?.map(({ unit_id, quantity }) => ({ unit_id, quantity })) ?? [
    { unit_id: undefined, quantity: 1 },
  ];
  const change = (index: number, part: Partial<Level>) =>
    onChange?.(levels.map((level, place) => (place === index ? { ...level, ...part } : level)));
  return (
    <div className="levels-input">
      {levels.map((level, index) => (
        // A level is identified by its index.
        // biome-ignore lint/suspicious/noArrayIndexKey: levels have no other key
        <div key={index} className="levels-input-row">
          <Choice
            {...(index === 0 && id !== undefined ? { id } : {})}
            aria-label={t('field.unit')}
            placeholder={t('field.unit')}
            value={level.unit_id ?? null}
            options={larger(units, levels[index - 1], level).map((unit) => ({ value: unit.id, label: unit.symbol }))}
            onChange={(unit_id: number) => change(index, { unit_id })}
          />
          <InputNumber
            aria-label={t('hierarchy.holds')}
            {...limitsOf(GivenLevel.properties.quantity)}
            precision={0}
            disabled={index === 0}
            value={level.quantity}
            prefix="×"
            suffix={symbolOf(units, levels[index - 1])}
            onChange={(quantity) => change(index, { quantity: quantity ?? 1 })}
          />
          <Button
            type="text"
            danger
            disabled={levels.length === 1}
            aria-label={t('hierarchy.removeLevel')}
            icon={<DeleteOutlined />}
            onClick={() => onChange?.(asSmallest(levels.filter((_, place) => place !== index)))}
          />
        </div>
      ))}
      {levels.length < packagingLevels.length && (
        <Button
          type="dashed"
          block
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange?.([...levels, { unit_id: undefined, quantity: 1 }])}
        >
          {t('hierarchy.addLevel')}
        </Button>
      )}
      <PackagingPicture levels={counted(levels, units)} />
    </div>
  );
}

/** The units that can contain the previous one, and the chosen unit in any case. */
const larger = (units: readonly PackagingUnit[], before: Level | undefined, selection: Level): PackagingUnit[] => {
  const least = units.find(({ id }) => id === before?.unit_id)?.level ?? 0;
  return units.filter(({ id, level, status }) => (level > least && status === 'enabled') || id === selection.unit_id);
};

const symbolOf = (units: readonly PackagingUnit[], level: Level | undefined): string =>
  units.find(({ id }) => id === level?.unit_id)?.symbol ?? '';

/** The quantity of the smallest unit is 1, even if it was moved here from another level. */
const asSmallest = (levels: readonly Level[]): Level[] =>
  levels.map((level, index) => (index === 0 ? { ...level, quantity: 1 } : level));

/** The levels with a chosen unit, with their totals. */
function counted(levels: readonly Level[], units: readonly PackagingUnit[]) {
  let total = 1;
  return levels.flatMap(({ unit_id, quantity }) => {
    if (unit_id === undefined) return [];
    total *= quantity;
    return [{ unit_id, quantity, total, symbol: symbolOf(units, { unit_id, quantity }) }];
  });
}
