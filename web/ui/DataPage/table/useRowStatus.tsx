import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Call } from '../../../../contract/call/call.ts';
import { ErrorCode } from '../../../../contract/call/errors.ts';
import { ApiError } from '../../../core/api/apiError.ts';
import { call } from '../../../core/api/call.ts';
import { notify } from '../../../core/notices/notices.ts';
import { mayCall, useCan } from '../../../core/session/allowed.tsx';
import type { Row } from '../../records.ts';
import type { ListSpec } from '../fields.ts';
import { formFields, initialValues, inputOf, readAt } from '../form/recordInput.ts';

/** Deleting a row of a list, and disabling it: what is in use is not deleted, but it may be disabled instead. */
export function useRowStatus(spec: ListSpec, refresh: () => void) {
  const { t } = useTranslation();
  const can = useCan();
  const [modal, place] = Modal.useModal();
  const maySwitch = spec.disables === true && spec.update !== undefined && mayCall(can, spec.update);

  const switchTo = async (status: 'enabled' | 'disabled', row: Row) => {
    await call(spec.update as Call, { ...unchanged(spec, row), status }).then(
      () => notify.success(t(`datapage.now.${status}`, { title: spec.titleOf(row) })),
      () => undefined,
    );
    refresh();
  };
  const askToSwitch = (status: 'enabled' | 'disabled', row: Row) => {
    if (status === 'enabled' || spec.disableText === undefined) return switchTo(status, row);
    return modal.confirm({
      title: t('datapage.disableTitle', { title: spec.titleOf(row) }),
      content: t(spec.disableText),
      okText: t('datapage.disable'),
      cancelText: t('datapage.cancel'),
      okButtonProps: { danger: true },
      onOk: () => switchTo('disabled', row),
    });
  };
  const offerToDisable = (row: Row, reason: string) =>
    modal.confirm({
      title: t('datapage.notDeleted', { title: spec.titleOf(row) }),
      content: (
        <>
          <p>{reason}</p>
          {spec.disableText !== undefined && <p>{t(spec.disableText)}</p>}
        </>
      ),
      okText: t('datapage.disable'),
      cancelText: t('datapage.cancel'),
      onOk: () => switchTo('disabled', row),
    });
  const remove = async (row: Row) => {
    const disable = maySwitch && row.status === 'enabled';
    try {
      await call(spec.remove as Call, { id: row.id }, disable ? { shows: [ErrorCode.conflict] } : {});
      notify.success(t('datapage.deleted'));
    } catch (error) {
      // What else stood against it was said.
      if (disable && error instanceof ApiError && error.code === ErrorCode.conflict) offerToDisable(row, error.message);
    }
    refresh();
  };
  const askToDelete = (row: Row) =>
    modal.confirm({
      title: t('datapage.deleteTitle', { title: spec.titleOf(row) }),
      content: t('datapage.deleteText'),
      okText: t('datapage.delete'),
      cancelText: t('datapage.cancel'),
      okButtonProps: { danger: true },
      onOk: () => remove(row),
    });
  return { askToDelete, switchTo: maySwitch ? askToSwitch : undefined, place };
}

/** What the form would send if nothing were changed in it. */
function unchanged(spec: ListSpec, row: Row): Record<string, unknown> {
  const fields = formFields(spec.fields, row).filter(({ form }) => form?.shown?.(row) ?? true);
  return { ...inputOf(fields, initialValues(fields, row), row), ...readAt(spec.update as Call, row) };
}
