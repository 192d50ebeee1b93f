import { type BatchAction, maxAtOnce, type BatchReport as Report } from '@suyuan/contract/thing/batch.ts';
import { Modal } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { Row } from '../../records.ts';
import type { ListSpec } from '../fields.ts';
import { readAt } from '../form/recordInput.ts';
import { choose, type Selection } from './selection.ts';

interface BatchOutcome {
  readonly action: BatchAction;
  readonly done: number;
  /** Refused rows with their titles and reasons. */
  readonly refused: readonly { readonly id: Row['id']; readonly title: string; readonly message: string }[];
}

/** Carries out a batch action on the selected rows, and reports each refused one. */
export function useBatch(spec: ListSpec, selection: Selection, onDone: () => void) {
  const { t } = useTranslation();
  const [modal, place] = Modal.useModal();
  const [busy, setBusy] = useState<BatchAction>();
  const [report, setReport] = useState<BatchOutcome>();

  const run = async (action: BatchAction, rows: readonly Row[]) => {
    setBusy(action);
    try {
      const outcome = outcomeOf(action, await send(spec, action, rows), rows, spec);
      choose(
        selection,
        rows.filter(({ id }) => !outcome.refused.some((one) => one.id === id)),
        false,
      );
      if (outcome.refused.length > 0) setReport(outcome);
      else notify.success(t(`datapage.batch.${action}`, { n: outcome.done }));
    } catch {
      // An error of the whole call has been shown by `call`.
    } finally {
      setBusy(undefined);
      onDone();
    }
  };
  const ask = (action: BatchAction, rows: readonly Row[]) => {
    const warning = action === 'delete' ? 'datapage.deleteText' : action === 'disable' ? spec.disableText : undefined;
    if (action === 'enable') return void run(action, rows);
    return void modal.confirm({
      title: t(`datapage.batch.${action}Title`, { n: rows.length }),
      content: (
        <>
          <p>{titlesOf(rows, spec)}</p>
          {warning && <p>{t(warning)}</p>}
        </>
      ),
      okText: t(batchTexts[action]),
      cancelText: t('datapage.cancel'),
      okButtonProps: { danger: true },
      onOk: () => run(action, rows),
    });
  };
  return { ask, busy, report, closeReport: () => setReport(undefined), place };
}

const maxNamed = 5;

/** The time-out in milliseconds: hundreds of rows take some seconds, on a busy server more. */
const patience = 120_000;

const titlesOf = (rows: readonly Row[], { titleOf }: ListSpec): string =>
  [...rows.slice(0, maxNamed).map(titleOf), ...(rows.length > maxNamed ? ['…'] : [])].join(', ');

/** Makes one call for every `maxAtOnce` rows. */
async function send({ batch, update }: ListSpec, action: BatchAction, rows: readonly Row[]): Promise<Report> {
  const report: Report = { done: 0, rows: [] };
  for (let from = 0; from < rows.length; from += maxAtOnce) {
    const some = rows.slice(from, from + maxAtOnce);
    const input = some.map((row) => ({ id: row.id as number, ...(update ? readAt(update, row) : {}) }));
    const part = await call(batch as NonNullable<typeof batch>, { action, rows: input }, { timeoutMs: patience });
    report.done += part.done;
    report.rows.push(...part.rows);
  }
  return report;
}

function outcomeOf(action: BatchAction, report: Report, rows: readonly Row[], { titleOf }: ListSpec): BatchOutcome {
  const titles = new Map(rows.map((row) => [row.id, titleOf(row)]));
  const refusals = report.rows.flatMap(({ id, refused: why }) =>
    why ? [{ id, title: titles.get(id) ?? `${id}`, message: why.message }] : [],
  );
  return { action, done: report.done, refused: refusals };
}

/** Shows which rows were refused and why; they stay selected. */
export function BatchReport({ action, done, refused, onClose }: BatchOutcome & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      title={t('datapage.batch.refused', { n: refused.length })}
      onCancel={onClose}
      onOk={onClose}
      okText={t('datapage.batch.understood')}
      cancelButtonProps={{ style: { display: 'none' } }}
      styles={{ body: { maxHeight: '60vh', overflowY: 'auto' } }}
    >
      {done > 0 && <p>{t(`datapage.batch.${action}`, { n: done })}</p>}
      <dl className="batch-refusals">
        {refused.map(({ id, title, message }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>{message}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

/** The text keys of batch actions. */
export const batchTexts = {
  enable: 'datapage.enable',
  disable: 'datapage.disable',
  delete: 'button.delete',
} as const;
