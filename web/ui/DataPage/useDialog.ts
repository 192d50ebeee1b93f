import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '../../core/session/allowed.tsx';
import type { Row } from '../records.ts';
import type { Dialog } from './Dialogs.tsx';
import type { ListSpec } from './fields.ts';

/** The dialog that is open over the list; forms with a page of their own are navigated to instead. */
export function useDialog(spec: ListSpec) {
  const [dialog, setDialog] = useState<Dialog>();
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
  const onSaved = (saved: Row | undefined) => {
    const { next } = spec;
    const follows = next && dialog?.kind === 'add' && saved && can(next.permission);
    setDialog(follows ? { kind: 'action', Content: next.dialog, row: saved } : undefined);
  };
  return { dialog, setDialog, onUpdate, onAdd, onSaved, close: () => setDialog(undefined) };
}
