import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Row } from '../records.ts';
import type { Dialog } from './Dialogs.tsx';
import type { ListSpec } from './fields.ts';

/** What is open over the list; what has a page of its own is gone to instead. */
export function useDialog(spec: ListSpec) {
  const [dialog, setDialog] = useState<Dialog>();
  const navigate = useNavigate();
  const onUpdate = (row: Row) => {
    const page = spec.pages?.update?.(row);
    if (page) void navigate(page);
    else setDialog({ kind: 'update', row });
  };
  const onAdd = () => {
    if (spec.pages?.add) void navigate(spec.pages.add);
    else setDialog({ kind: 'add' });
  };
  return { dialog, setDialog, onUpdate, onAdd, close: () => setDialog(undefined) };
}
