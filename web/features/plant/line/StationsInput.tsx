import { ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Station, stationKinds } from '@suyuan/contract/plant/line/production-line.ts';
import { Button, Input } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { lengthOf } from '#ui/limits.ts';
import { Choice } from '#ui/pickers/Choice.tsx';
import './line.css';

const most = 32;

/** Input for the stations of a line, in the order in which goods pass them. */
export function StationsInput({ id, value, onChange }: OwnInputProps) {
  const { t } = useTranslation();
  const stations = (value as readonly Station[] | undefined) ?? [];
  const change = (index: number, part: Partial<Station>) =>
    onChange?.(stations.map((station, place) => (place === index ? { ...station, ...part } : station)));
  return (
    <div className="stations-input">
      {stations.map((station, index) => {
        const n = index + 1;
        return (
          // A station is identified by its index.
          // biome-ignore lint/suspicious/noArrayIndexKey: stations have no other key
          <div key={index} className="stations-input-row">
            <Choice
              {...(index === 0 && id !== undefined ? { id } : {})}
              aria-label={t('workline.stationKind', { n })}
              value={station.kind}
              options={stationKinds.map((kind) => ({ value: kind, label: t(`workline.stations.${kind}`) }))}
              onChange={(kind: Station['kind']) => change(index, { kind })}
            />
            <Input
              aria-label={t('workline.stationName', { n })}
              value={station.name}
              {...lengthOf(Station().properties.name)}
              onChange={(event) => change(index, { name: event.target.value })}
            />
            <Button
              type="text"
              disabled={index === 0}
              aria-label={t('workline.stationUp', { n })}
              icon={<ArrowUpOutlined aria-hidden />}
              onClick={() => onChange?.(moved(stations, index))}
            />
            <Button
              type="text"
              danger
              aria-label={t('workline.stationRemove', { n })}
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => onChange?.(stations.filter((_, place) => place !== index))}
            />
          </div>
        );
      })}
      {stations.length < most && (
        <Button
          {...(stations.length === 0 && id !== undefined ? { id } : {})}
          type="dashed"
          block
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange?.([...stations, { kind: 'camera', name: '' }])}
        >
          {t('workline.stationAdd')}
        </Button>
      )}
    </div>
  );
}

/** Moves a station one place forward. */
const moved = (stations: readonly Station[], index: number): Station[] =>
  stations.toSpliced(index, 1).toSpliced(index - 1, 0, stations[index] as Station);
