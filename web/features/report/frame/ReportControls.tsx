import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import type { Permission } from '@suyuan/contract/menu.ts';
import { calendarYears } from '@suyuan/contract/thing/fields.ts';
import { type ExportFormat, exportFormats } from '@suyuan/contract/thing/list.ts';
import { type Narrowing, type Period, periods, type Report, type ReportAnswer } from '@suyuan/contract/thing/report.ts';
import { Button, Checkbox, DatePicker, Tag } from 'antd';
import dayjs from 'dayjs';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { choiceText } from '#core/i18n/listText.ts';
import { buttonText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { MenuDropdown } from '#ui/MenuDropdown.tsx';
import { Choice } from '#ui/pickers/Choice.tsx';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import type { Reference } from '#ui/records.ts';
import type { ReportSpec } from './reportSpec.ts';
import type { ReportState } from './reportState.ts';

interface ControlsProps {
  readonly report: Report;
  readonly state: ReportState;
  readonly answer: ReportAnswer | undefined;
  readonly onChange: (change: Partial<ReportState>) => void;
  readonly takeaway?: ComponentType | undefined;
  readonly pickers?: ReportSpec['pickers'] | undefined;
  readonly onExport: (format: ExportFormat) => Promise<void>;
  /** The menu of saved views. */
  readonly views: ReactNode;
}

/** The controls of a report: period, grouping, comparison and filters. */
export function ReportControls({
  report,
  state,
  answer,
  takeaway: Takeaway,
  pickers = {},
  onChange,
  onExport,
  views,
}: ControlsProps) {
  const { t } = useTranslation();
  const id = useId();
  const shownGroups = report.groups.map((group) => ({
    value: group,
    label: choiceText(t, 'report.group', group),
  }));
  return (
    <section className="report-controls" aria-label={t('datapage.search')}>
      <PeriodChoice state={state} answer={answer} onChange={onChange} />
      <div>
        <label htmlFor={`${id}-group`}>{t('report.groupBy')}</label>
        <Choice
          id={`${id}-group`}
          value={state.group}
          options={shownGroups}
          onChange={(group) => onChange({ group })}
          style={{ width: '100%' }}
        />
      </div>
      {(Object.entries(pickers) as [Narrowing, Reference][]).map(([by, reference]) => (
        <Picker key={by} by={by} reference={reference} state={state} answer={answer} onChange={onChange} />
      ))}
      <Checkbox checked={state.compare} onChange={({ target }) => onChange({ compare: target.checked })}>
        {t('report.compare')}
      </Checkbox>
      <div className="report-takeaway">
        {views}
        <ExportButton report={report} onExport={onExport} />
        {Takeaway && <Takeaway />}
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          {t('report.print')}
        </Button>
      </div>
      <Narrowed state={state} answer={answer} pickers={pickers} onChange={onChange} />
    </section>
  );
}

function PeriodChoice({ state, answer, onChange }: Pick<ControlsProps, 'state' | 'answer' | 'onChange'>) {
  const { t } = useTranslation();
  const id = useId();
  const [choosing, setChoosing] = useState(false);
  const isCustom = choosing || state.period === undefined;
  const options = [...periods, 'custom' as const].map((value) => ({ value, label: t(`report.period.${value}`) }));
  const [from, to] = [state.from ?? answer?.from, state.to ?? answer?.to];
  const choose = (value: Period | 'custom') => {
    setChoosing(value === 'custom');
    if (value !== 'custom') onChange({ period: value, from: undefined, to: undefined });
  };
  return (
    <>
      <div>
        <label htmlFor={`${id}-period`}>{t('report.period')}</label>
        <Choice
          id={`${id}-period`}
          value={isCustom ? 'custom' : state.period}
          options={options}
          onChange={choose}
          style={{ width: '100%' }}
        />
      </div>
      {isCustom && (
        <div>
          <label htmlFor={`${id}-days`}>{t('report.period.custom')}</label>
          <DatePicker.RangePicker
            id={`${id}-days`}
            allowClear={false}
            minDate={dayjs(`${calendarYears.first}-01-02`)}
            maxDate={dayjs(`${calendarYears.last}-12-30`)}
            value={from && to ? [dayjs(from), dayjs(to)] : null}
            onChange={(days) => {
              const [first, last] = (days ?? []).map((day) => day?.format('YYYY-MM-DD'));
              if (first && last) onChange({ period: undefined, from: first, to: last });
            }}
            style={{ width: '100%' }}
          />
        </div>
      )}
    </>
  );
}

function ExportButton({ report, onExport }: Pick<ControlsProps, 'report' | 'onExport'>) {
  const { t } = useTranslation();
  const can = useCan();
  const [busy, setBusy] = useState(false);
  const permission = `${report.key}:export` as Permission;
  if (!can(permission)) return null;
  return (
    <MenuDropdown
      trigger={['click']}
      menu={{
        items: exportFormats.map((format) => ({ key: format, label: t(`datapage.export.${format}`) })),
        onClick: ({ key }) => {
          setBusy(true);
          // `download` has shown the error.
          onExport(key as ExportFormat)
            .catch(() => undefined)
            .finally(() => setBusy(false));
        },
      }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} loading={busy}>
        {buttonText(t, permission, t('button.export'))}
      </Button>
    </MenuDropdown>
  );
}

interface PickerProps extends Pick<ControlsProps, 'state' | 'answer' | 'onChange'> {
  readonly by: Narrowing;
  readonly reference: Reference;
}

/** A filter for one record, or for all of its kind. */
function Picker({ by, reference, state, answer, onChange }: PickerProps) {
  const { t } = useTranslation();
  const id = useId();
  const value = state.narrowed[by];
  const { [by]: _, ...others } = state.narrowed;
  return (
    <div>
      <label htmlFor={id}>{choiceText(t, 'report.group', by)}</label>
      <ReferenceSelect
        id={id}
        reference={reference}
        value={value ?? null}
        named={answer?.narrowed.find((one) => one.by === by && one.id === value)?.name}
        placeholder={t('report.all')}
        onChange={(next) => onChange({ narrowed: next === undefined ? others : { ...others, [by]: next } })}
      />
    </div>
  );
}

/** Filters that no picker shows, as tags that can be removed. */
function Narrowed({
  state,
  answer,
  pickers,
  onChange,
}: Pick<ControlsProps, 'state' | 'answer' | 'pickers' | 'onChange'>) {
  const { t } = useTranslation();
  const filters = (answer?.narrowed ?? []).filter(({ by, id }) => state.narrowed[by] === id && !pickers?.[by]);
  if (filters.length === 0) return null;
  return (
    <ul className="report-narrowed">
      {filters.map(({ by, name }) => (
        <li key={by}>
          <Tag
            closable
            onClose={(event) => {
              event.preventDefault();
              const { [by]: _, ...others } = state.narrowed;
              onChange({ narrowed: others });
            }}
          >
            {t('report.narrowed', { by: choiceText(t, 'report.group', by), name })}
          </Tag>
        </li>
      ))}
    </ul>
  );
}
