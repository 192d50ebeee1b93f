import { type ComponentType, Suspense } from 'react';
import type { Call } from '../../../contract/call/call.ts';
import { later } from '../../core/loading/later.tsx';
import type { Row } from '../records.ts';
import type { DialogProps, ListSpec, RowDialogProps } from './fields.ts';
import type { ListState } from './state/urlState.ts';

// What opens on demand is fetched on demand: a list is first of all its table.
const ImportWizard = later(() => import('./import/ImportWizard.tsx'));
const RecordForm = later(() => import('./form/RecordForm.tsx'));

/** What is open over a list. */
export type Dialog =
  | { kind: 'add'; like?: Row }
  | { kind: 'import' }
  | { kind: 'update'; row: Row }
  | { kind: 'button'; Content: ComponentType<DialogProps> }
  | { kind: 'action'; Content: ComponentType<RowDialogProps>; row: Row };

interface DialogsProps {
  readonly spec: ListSpec;
  readonly dialog: Dialog;
  /** A new row begins with what the list is narrowed to. */
  readonly filters: ListState['filters'];
  /** A form was saved: it closes. With what was entered and the call's answer. */
  readonly onDone: (saved?: Row) => void;
  /** Rows changed, and what is open stays. */
  readonly onRefresh: () => void;
  readonly onClose: () => void;
}

export function Dialogs({ spec, dialog, filters, onDone, onRefresh, onClose }: DialogsProps) {
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
      {dialog.kind === 'import' && <ImportWizard spec={spec} onDone={onRefresh} onClose={onClose} />}
    </Suspense>
  );
}
