import { type ComponentType, useState } from 'react';
import { useNavigate } from 'react-router';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { useCan } from '#core/session/allowed.tsx';
import type { Row } from '../records.ts';
import type { AddedRow, AddedRowDialogProps, DialogProps, ListSpec, RowDialogProps } from './fields.ts';

/** A dialog over a list. */
export type Dialog =
  | { kind: 'add'; like?: Row }
  | { kind: 'import' }
  | { kind: 'update'; row: Row }
  | { kind: 'button'; Content: ComponentType<DialogProps> }
  | { kind: 'action'; Content: ComponentType<RowDialogProps>; row: Row }
  | { kind: 'added'; Content: ComponentType<AddedRowDialogProps>; row: AddedRow; like: Row | undefined };

/** The dialog that is open. `Dialogs` subscribes to it itself, so that opening one does not render the table. */
export type OpenDialog = UseBoundStore<StoreApi<{ readonly dialog: Dialog | undefined }>>;

/** What opens and closes dialogs over the list; forms with a page of their own are navigated to instead. */
export function useDialog(spec: ListSpec) {
  const [opened] = useState<OpenDialog>(() => create(() => ({ dialog: undefined })));
  const setDialog = (dialog: Dialog | undefined) => opened.setState({ dialog });
  const navigate = useNavigate();
  const can = useCan();
  const onUpdate = (row: Row) => {
    const page = spec.pages?.update?.(row);
    if (page) void navigate(page);
    else setDialog({ kind: 'update', row });
  };
  const onAdd = () => {
    if (spec.pages?.add) void navigate(spec.pages.add);
    else setDialog({ kind: 'add' });
  };
  /** Closes the form after saving, or opens the follow-up dialog for an added row. */
  const onSaved = (row: Row | undefined) => {
    const { next } = spec;
    const { dialog } = opened.getState();
    const follows = next && dialog?.kind === 'add' && row && can(next.permission);
    setDialog(follows ? { kind: 'added', Content: next.dialog, row: row as AddedRow, like: dialog.like } : undefined);
  };
  return { opened, setDialog, onUpdate, onAdd, onSaved, close: () => setDialog(undefined) };
}
