import type { Call } from '@suyuan/contract/call/call.ts';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import type { Row } from '../records.ts';
import type { OpenDialog } from './dialog.ts';
import type { ListSpec } from './fields.ts';
import type { ListState } from './state/listQuery.ts';

// Loaded when needed, so that the table appears sooner.
const ImportWizard = later(() => import('./import/ImportWizard.tsx'));
const RecordForm = later(() => import('./form/RecordForm.tsx'));

interface DialogsProps {
  readonly spec: ListSpec;
  readonly opened: OpenDialog;
  /** The filters of the list, with which the form for a new row is prefilled. */
  readonly filters: ListState['filters'];
  /** A form was saved and closes; `saved` is what was entered, with the answer of the call. */
  readonly onDone: (row?: Row) => void;
  /** Rows have changed, but the dialog stays open. */
  readonly onRefresh: () => void;
  readonly onClose: () => void;
}

export function Dialogs({ spec, opened, filters, onDone, onRefresh, onClose }: DialogsProps) {
  const { dialog } = opened();
  if (!dialog) return null;
  return (
    <Suspense>
      {dialog.kind === 'add' && (
        <RecordForm
          spec={spec}
          definition={spec.add as Call}
          row={undefined}
          like={dialog.like}
          filters={filters}
          onDone={onDone}
          onClose={onClose}
        />
      )}
      {dialog.kind === 'update' && (
        <RecordForm spec={spec} definition={spec.update as Call} row={dialog.row} onDone={onDone} onClose={onClose} />
      )}
      {dialog.kind === 'button' && <dialog.Content onDone={onRefresh} onClose={onClose} />}
      {dialog.kind === 'action' && <dialog.Content row={dialog.row} onDone={onRefresh} onClose={onClose} />}
      {dialog.kind === 'added' && (
        <dialog.Content row={dialog.row} like={dialog.like} onDone={onRefresh} onClose={onClose} />
      )}
      {dialog.kind === 'import' && <ImportWizard spec={spec} onDone={onRefresh} onClose={onClose} />}
    </Suspense>
  );
}
