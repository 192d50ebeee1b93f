import { useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enterpriseDetail, icpDetail } from '../../../../contract/base/enterprise.ts';
import { publicAddress } from '../../../../contract/base/public-address.ts';
import { ApiError } from '../../../core/api/apiError.ts';
import { notify } from '../../../core/notices/notices.ts';

/** Keeps a part of the enterprise: what is refused is said beside its field, and what is kept is read anew by both parts. */
export function useEnterpriseSave<Values extends object, Answer>(
  form: FormInstance<Values>,
  send: (entered: Values) => Promise<Answer>,
  sayMore?: (answer: Answer) => void,
) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const save = async (entered: Values) => {
    setBusy(true);
    try {
      const answer = await send(entered);
      notify.success(t('datapage.saved'));
      sayMore?.(answer);
      await Promise.all(
        [enterpriseDetail, icpDetail, publicAddress].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Fields that a call refuses are those of its form; that the types cannot know.
      form.setFields(error.fields.map(({ path, message }) => ({ name: path as never, errors: [message] })));
      if (error.fields.length === 0 || error.statusCode === 409) notify.error(error.message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, save };
}
