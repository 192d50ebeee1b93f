import { enterpriseDetail, icpDetail } from '@suyuan/contract/base/enterprise.ts';
import { publicAddress } from '@suyuan/contract/base/public-address.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';

/** Saves one form of the enterprise page. Errors are shown at their fields; after saving, both forms are loaded again. */
export function useEnterpriseSave<Values extends object, Answer>(
  form: FormInstance<Values>,
  /** `anyway`: overwrite what somebody else has saved since. */
  send: (values: Values, anyway: boolean) => Promise<Answer>,
  showMore?: (answer: Answer) => void,
) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const readAnew = (...calls: readonly Call[]) =>
    Promise.all(calls.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  const save = async (values: Values, anyway = false) => {
    setBusy(true);
    try {
      const answer = await send(values, anyway);
      notify.success(t('datapage.saved'));
      showMore?.(answer);
      await readAnew(enterpriseDetail, icpDetail, publicAddress);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showRefused(form, error);
      // Somebody else saved first: the newer values are loaded, to be shown beside the fields.
      if (error.code === ErrorCode.stale) void readAnew(enterpriseDetail, icpDetail);
      if (error.fields.length === 0 || error.statusCode === 409) notify.error(error.message, error.requestId);
    } finally {
      setBusy(false);
    }
  };
  /** Overwrites what somebody else has saved since, unless the input is invalid. */
  const saveAnyway = () =>
    form.validateFields().then(
      (values) => save(values, true),
      () => undefined,
    );
  return { busy, save, saveAnyway };
}

/** Shows errors at their fields. The form has no type, because the fields named by the server are plain strings. */
const showRefused = (form: FormInstance, { fields }: ApiError) =>
  form.setFields(fields.map(({ path, message }) => ({ name: path, errors: [message] })));
