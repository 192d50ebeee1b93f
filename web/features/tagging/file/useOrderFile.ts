import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useState } from 'react';
import { orderDownloads } from '../../../../contract/tagging/order-download.ts';
import { ApiError } from '../../../core/api/apiError.ts';
import { type FormValues, showRefusals } from '../../../ui/FormDialog.tsx';

/** A form that makes a file of an order: one at a time, what is refused is said at its item, and what went out is read again. */
export function useOrderFile<Values = FormValues>(order: unknown) {
  const queries = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const make = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      await queries.invalidateQueries({ queryKey: [orderDownloads.path, order] });
    } catch (error) {
      if (error instanceof ApiError) showRefusals(form, error);
    } finally {
      setBusy(false);
    }
  };
  return { form, busy, make: (work: () => Promise<void>) => void make(work) };
}
