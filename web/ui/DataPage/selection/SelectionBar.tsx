import { CloseOutlined } from '@ant-design/icons';
import type { BatchAction } from '@suyuan/contract/thing/batch.ts';
import { type ExportFormat, exportFormats } from '@suyuan/contract/thing/list.ts';
import { Button } from 'antd';
import { type ComponentType, useState } from 'react';
import { buttonText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { MenuDropdown } from '../../MenuDropdown.tsx';
import type { Row } from '../../records.ts';
import type { BatchDialogProps, ListSpec } from '../fields.ts';
import { chooseNone, type Selection } from './selection.ts';
import { BatchReport, batchTexts, useBatch } from './useBatch.tsx';
import './selectionBar.css';

interface SelectionBarProps {
  readonly spec: ListSpec;
  readonly selection: Selection;
  readonly actions: readonly BatchAction[];
  readonly batchActions: NonNullable<ListSpec['batchActions']>;
  readonly onExport: ((format: ExportFormat, ids: readonly (number | string)[]) => void) | undefined;
  readonly onDone: () => void;
}

/** The bar with actions for selected rows. */
export default function SelectionBar({ spec, selection, actions, batchActions, onExport, onDone }: SelectionBarProps) {
  const { t } = useTranslation();
  const rowsById = selection((state) => state.rows);
  const [dialog, setDialog] = useState<{ Content: ComponentType<BatchDialogProps>; rows: readonly Row[] }>();
  const { ask, busy, report, closeReport, place } = useBatch(spec, selection, onDone);
  const rows = [...rowsById.values()];
  return (
    <>
      {rows.length > 0 && (
        <section className="selection-bar" aria-label={t('datapage.chosenActions')}>
          <span role="status">{t('datapage.chosen', { n: rows.length })}</span>
          {batchActions.map(({ key, text, permission, danger = false, fits = () => true, ...does }) => (
            <Button
              key={key}
              size="small"
              danger={danger}
              disabled={!rows.some(fits)}
              onClick={() => {
                const fitting = rows.filter(fits);
                if ('run' in does) does.run(fitting);
                else setDialog({ Content: does.dialog, rows: fitting });
              }}
            >
              {buttonText(t, permission, t(text))}
            </Button>
          ))}
          {actions.map((action) => (
            <Button
              key={action}
              size="small"
              danger={action === 'delete'}
              loading={busy === action}
              disabled={busy !== undefined}
              onClick={() => ask(action, rows)}
            >
              {t(batchTexts[action])}
            </Button>
          ))}
          {onExport && (
            <MenuDropdown
              trigger={['click']}
              menu={{
                items: exportFormats.map((format) => ({ key: format, label: t(`datapage.export.${format}`) })),
                onClick: ({ key }) =>
                  onExport(
                    key as ExportFormat,
                    rows.map(({ id }) => id),
                  ),
              }}
            >
              <Button size="small">{t('datapage.exportChosen')}</Button>
            </MenuDropdown>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={t('datapage.chooseNone')}
            onClick={() => chooseNone(selection)}
          >
            <CloseOutlined aria-hidden />
          </button>
        </section>
      )}
      {dialog && <dialog.Content rows={dialog.rows} onDone={onDone} onClose={() => setDialog(undefined)} />}
      {report && <BatchReport {...report} onClose={closeReport} />}
      {place}
    </>
  );
}
