import { useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { enterpriseDetail, icpDetail } from '../../../../contract/base/enterprise.ts';
import { publicAddress } from '../../../../contract/base/public-address.ts';
import type { Call } from '../../../../contract/call/call.ts';
import { ErrorCode } from '../../../../contract/call/errors.ts';
import { ApiError } from '../../../core/api/apiError.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { notify } from '../../../core/notices/notices.ts';

/** Keeps a part of the enterprise: what is refused is said beside its field, and what is kept is read anew by both parts. */
export function useEnterpriseSave<Values extends object, Answer>(
  form: FormInstance<Values>,
  /** `anyway`: over what somebody else has saved since. */
  send: (entered: Values, anyway: boolean) => Promise<Answer>,
  sayMore?: (answer: Answer) => void,
) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const readAnew = (...calls: readonly Call[]) =>
    Promise.all(calls.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  const save = async (entered: Values, anyway = false) => {
    setBusy(true);
    try {
      const answer = await send(entered, anyway);
      notify.success(t('datapage.saved'));
      sayMore?.(answer);
      await readAnew(enterpriseDetail, icpDetail, publicAddress);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sayRefused(form, error);
      // Somebody was quicker: what is there now is shown beside it.
      if (error.code === ErrorCode.stale) void readAnew(enterpriseDetail, icpDetail);
      if (error.fields.length === 0 || error.statusCode === 409) notify.error(error.message);
    } finally {
      setBusy(false);
    }
  };
  /** Over what somebody else has saved since; what is filled in wrongly is said first. */
  const saveAnyway = () =>
    form.validateFields().then(
      (values) => save(values, true),
      () => undefined,
    );
  return { busy, save, saveAnyway };
}

/** Beside each field. Whichever form: which fields a call refuses is known to no type. */
const sayRefused = (form: FormInstance, { fields }: ApiError) =>
  form.setFields(fields.map(({ path, message }) => ({ name: path, errors: [message] })));
