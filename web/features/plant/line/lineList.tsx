import { type ProductionLine, productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { placeGlnShown } from '#ui/area/glnShown.ts';
import type { Field, ListSpec, RowDialogProps } from '#ui/DataPage/fields.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { DeviceKeys } from '#ui/deviceKeys/DeviceKeys.tsx';
import { factoryReference } from '#ui/pickers/baseReferences.ts';
import { LineDevices, LineState } from './LineState.tsx';
import { StationsInput } from './StationsInput.tsx';

/** The device keys of a line. */
function LineKeys({ row: line, ...dialog }: RowDialogProps<ProductionLine>) {
  const { t } = useTranslation();
  const title = t('devicekey.title', { line: line.line_name });
  return <DeviceKeys owner={{ line_id: line.id }} title={title} about={t('devicekey.about')} {...dialog} />;
}

/** A limit of an alarm; most lines have those of the enterprise. */
const limit = { width: 130, hidden: true, form: { hint: 'workline.limitHint' } } as const;

const spec = thingList(productionLine, {
  titleOf: (row) => row.line_name,
  detailAside: (row) => <LineDevices line={row.id} />,
  actions: [{ key: 'keys', text: 'button.keys', permission: 'workline:keys', later: true, dialog: LineKeys }],
  shown: {
    factory_id: { reference: factoryReference, column: false, detail: false },
    line_code: { width: 105, example: 'CX-01' },
    line_name: { width: 135, example: 'example.line_name' },
    workshop_id: {
      reference: {
        page: workshop.page,
        label: (row) => `${row.workshop_name} (${row.factory_code}/${row.workshop_code})`,
      },
      nameOf: (row) => `${row.workshop_name} (${row.workshop_code})`,
      example: 'GC-01/CJ-01',
    },
    workshop_code: { width: 180, hidden: true },
    workshop_name: { width: 115 },
    factory_name: { width: 120 },
    status: { width: 80 },
    ...placeGlnShown,
    clearance: { width: 110, hidden: true, form: { initial: 'none', hint: 'workline.clearanceHint' } },
    orders_at_once: { width: 110, hidden: true, form: { initial: 'one', hint: 'workline.ordersAtOnceHint' } },
    nominal_speed: { width: 115, example: '300' },
    silent_limit: limit,
    standing_limit: limit,
    queue_limit: limit,
    codes_limit: limit,
    refusals_limit: limit,
    last_seen_at: { width: 150 },
    device_keys: { width: 90 },
    stations: {
      input: StationsInput,
      form: { initial: [], hint: 'workline.stationsHint' },
      example: 'example.stations',
    },
    station_list: { width: 280, hidden: true },
    remark: { kind: 'longtext', width: 200, hidden: true },
  },
});

/** A column for the current condition, which is not part of the row: it is polled. */
const live: Field = {
  key: 'live',
  kind: 'text',
  detail: false,
  column: { width: 150, file: false, render: (row) => <LineState line={row.id as number} /> },
};

const liveAfter = spec.fields.findIndex(({ key }) => key === 'line_name') + 1;

/** The list of production lines, with the column of their condition. */
export const lineList: ListSpec = {
  ...spec,
  fields: [...spec.fields.slice(0, liveAfter), live, ...spec.fields.slice(liveAfter)],
};
