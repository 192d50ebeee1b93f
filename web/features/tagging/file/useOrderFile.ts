import { orderDownloads, orderHandedOut } from '@suyuan/contract/tagging/order-download.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { type FormValues, showRefusals } from '#ui/dialogs/FormDialog.tsx';
import type { FilesProps } from './PartItem.tsx';

/**
 * The form state for making a file of an order: one file at a time, with the server's errors at their items. Downloads are
 * refreshed afterwards. `lastValues` has the values of the latest file; only later changes count as unsaved.
 */
export function useOrderFile<Values extends object = FormValues>({ order, onTaken }: FilesProps) {
  const queries = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [lastValues, setLastValues] = useState<Values>();
  const make = async (work: () => Promise<void>) => {
    setBusy(true);
    const values: Values = form.getFieldsValue();
    try {
      await work();
      setLastValues(values);
      onTaken();
      await Promise.all([
        queries.invalidateQueries({ queryKey: [orderDownloads.path, order.id] }),
        queries.invalidateQueries({ queryKey: [orderHandedOut.path, order.id] }),
      ]);
    } catch (error) {
      if (error instanceof ApiError) showRefusals(form, error);
    } finally {
      setBusy(false);
    }
  };
  return { form, busy, taken: lastValues, make: (work: () => Promise<void>) => void make(work) };
}
