import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { inspectCase } from '@suyuan/contract/inspect/case/case.ts';
import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import { consumerWarning } from '@suyuan/contract/inspect/consumer-warning.ts';
import { inspectTask, maxStops, StopName, taskAdd, taskPlaces } from '@suyuan/contract/inspect/task/inspect-task.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { AreaPicker } from '#ui/area/AreaPicker.tsx';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { lengthOf } from '#ui/limits.ts';
import { dealerReference } from '#ui/pickers/baseReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { TaskFields } from './TaskStep.tsx';
import './task.css';

interface NewTaskProps extends DialogProps {
  /** The case, or the warning, that it is for. */
  readonly inspected: { readonly case_id?: number; readonly warning_id?: number; readonly name: string };
}

type Stop = InputOf<typeof taskAdd>['stops'][number];

/** So many days a task has by default. */
const usualDays = 7;

/** Sends an inspector to shops: those where codes were seen, and others that are typed. The server finds a short route. */
export default function NewTask({ inspected: { name, ...about }, onClose, onDone }: NewTaskProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const run = async (values: FormValues) => {
    const { assignee_id, due_at, note, stops } = values as {
      assignee_id: number;
      due_at: string;
      note?: string;
      stops: Stop[];
    };
    const task = { ...about, assignee_id, due_at, stops, ...(note?.trim() ? { note } : {}) };
    const { task_no, case_no } = await call(taskAdd, task, { fieldErrors: true });
    notify.success(t('inspecttask.added', { no: task_no, case: case_no }));
    for (const { path } of [caseDetail, inspectCase.page, inspectTask.page, consumerWarning.page])
      void queries.invalidateQueries({ queryKey: [path] });
    onDone();
  };
  const due_at = new Date(Date.now() + usualDays * 86_400_000).toISOString();
  return (
    <FormDialog
      title={t('inspecttask.addTitle', { name })}
      okText={t('inspecttask.add')}
      width={720}
      run={run}
      onClose={onClose}
      initialValues={{ due_at, stops: [] }}
    >
      <TaskFields />
      <Stops about={about} />
    </FormDialog>
  );
}

interface StopsProps {
  readonly about: { readonly case_id?: number; readonly warning_id?: number };
}

function Stops({ about }: StopsProps) {
  const { t } = useTranslation();
  const places = useQuery({
    queryKey: [taskPlaces.path, about],
    queryFn: ({ signal }) => call(taskPlaces, about, { signal }),
  });
  const rule = {
    validator: async (_: unknown, stops: readonly unknown[]) => {
      if (!stops?.length) throw new Error(t('inspecttask.noStops'));
    },
  };
  return (
    <Form.List name="stops" rules={[rule]}>
      {(fields, { add, remove }, { errors }) => (
        <section className="task-stops" aria-label={t('inspecttask.stops')}>
          <h3>{t('inspecttask.stops')}</h3>
          <p>{t('inspecttask.routeHint')}</p>
          {(places.data ?? []).length > 0 && (
            <div className="task-places">
              {places.data?.slice(0, 12).map(({ name, area_code, latitude, longitude, dealer_id, source, seen }) => (
                <Button
                  key={`${source} ${name} ${latitude} ${longitude} ${dealer_id}`}
                  size="small"
                  icon={<PlusOutlined aria-hidden />}
                  disabled={fields.length >= maxStops}
                  onClick={() => {
                    const position = latitude === null || longitude === null ? null : { latitude, longitude };
                    const place = name || (position ? `${latitude}, ${longitude}` : '');
                    add({ name: place, area_code, position, dealer_id });
                  }}
                >
                  {t(`inspecttask.place.${source}`, { name: name || `${latitude}, ${longitude}`, n: seen })}
                </Button>
              ))}
            </div>
          )}
          {fields.map(({ key, name }) => (
            <div key={key} className="task-stop">
              <Form.Item
                name={[name, 'name']}
                label={t('inspecttask.stopName')}
                rules={[{ required: true, whitespace: true }]}
              >
                <Input {...lengthOf(StopName())} />
              </Form.Item>
              <Form.Item name={[name, 'area_code']} label={t('field.area')}>
                <AreaPicker />
              </Form.Item>
              <Form.Item name={[name, 'dealer_id']} label={t('field.dealer')}>
                <ReferenceSelect reference={dealerReference} />
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('inspecttask.removeStop', { n: name + 1 })}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Form.ErrorList errors={errors} />
          <Button
            icon={<PlusOutlined aria-hidden />}
            disabled={fields.length >= maxStops}
            onClick={() => add({ name: '' })}
          >
            {t('inspecttask.addStop')}
          </Button>
        </section>
      )}
    </Form.List>
  );
}
