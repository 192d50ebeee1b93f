import type { Call } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { UsersOfRow } from '@suyuan/contract/thing/thing.ts';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { mayCall, useCan } from '#core/session/allowed.tsx';
import type { Row } from '../../records.ts';
import type { ListSpec } from '../fields.ts';
import { formFields, initialValues, inputOf } from '../form/recordInput.ts';

type Status = 'enabled' | 'disabled';

/** Asks for confirmation; cancelling changes nothing. */
type Ask = (title: string, content: ReactNode, okText: string, danger: boolean, onOk: () => Promise<void>) => void;

/**
 * Deletes and disables rows. Records that refer to the row are shown first: a row in use cannot be deleted, but it can be
 * disabled instead. Disabling and enabling can be undone.
 */
export function useRowStatus(spec: ListSpec, refresh: () => void) {
  const { t } = useTranslation();
  const can = useCan();
  const [modal, place] = Modal.useModal();
  const maySwitch = spec.disables === true && spec.update !== undefined && mayCall(can, spec.update);
  const ask: Ask = (title, content, okText, danger, onOk) =>
    void modal.confirm({
      title,
      content,
      okText,
      cancelText: t('datapage.cancel'),
      okButtonProps: { danger },
      onOk,
    });
  const { switchTo, askToSwitch } = useSwitching(spec, ask, refresh);

  /** Says that the row is in use and cannot be deleted, and offers to disable it. */
  const showUses = (row: Row, reason: ReactNode) => {
    const title = t('datapage.notDeleted', { title: spec.titleOf(row) });
    if (!maySwitch || row.status !== 'enabled') {
      modal.info({ title, content: reason, okText: t('datapage.understood') });
      return;
    }
    const content = (
      <>
        {reason}
        <p>{t(spec.disableText ?? 'datapage.disableInstead')}</p>
      </>
    );
    ask(title, content, t('datapage.disable'), false, () => switchTo('disabled', row));
  };
  const askToDelete = useDeleting(spec, ask, showUses, refresh);
  return { askToDelete: (row: Row) => void askToDelete(row), switchTo: maySwitch ? askToSwitch : undefined, place };
}

function useSwitching(spec: ListSpec, ask: Ask, refresh: () => void) {
  const { t } = useTranslation();
  const switchTo = async (status: Status, row: Row, isUndoing = false) => {
    const undo = { text: t('datapage.undo'), run: () => void switchTo(row.status as Status, { ...row, status }, true) };
    await call(spec.update as Call, statusInput(spec, row, status)).then(
      () => notify.success(t(`datapage.now.${status}`, { title: spec.titleOf(row) }), isUndoing ? undefined : undo),
      () => undefined,
    );
    refresh();
  };
  const askToSwitch = async (status: Status, row: Row) => {
    if (status === 'enabled') return switchTo(status, row);
    const kinds = await usersOf(spec, row);
    if (!kinds) return;
    if (kinds.length === 0 && spec.disableText === undefined) return switchTo(status, row);
    const content = (
      <>
        {spec.disableText !== undefined && <p>{t(spec.disableText)}</p>}
        {kinds.length > 0 && <p>{t('datapage.usedDisable')}</p>}
        <UsedBy kinds={kinds} />
      </>
    );
    ask(t('datapage.disableTitle', { title: spec.titleOf(row) }), content, t('datapage.disable'), true, () =>
      switchTo('disabled', row),
    );
  };
  return { switchTo, askToSwitch };
}

function useDeleting(spec: ListSpec, ask: Ask, showUses: (row: Row, reason: ReactNode) => void, refresh: () => void) {
  const { t } = useTranslation();
  const remove = async (row: Row) => {
    try {
      await call(spec.remove as Call, { id: row.id }, { shows: [ErrorCode.conflict] });
      notify.success(t('datapage.deleted'));
    } catch (error) {
      // Other errors have been shown by `call`.
      if (error instanceof ApiError && error.code === ErrorCode.conflict) showUses(row, <p>{error.message}</p>);
    }
    refresh();
  };
  return async (row: Row) => {
    const kinds = await usersOf(spec, row);
    if (!kinds) return;
    if (kinds.length === 0) {
      const title = t('datapage.deleteTitle', { title: spec.titleOf(row) });
      ask(title, t('datapage.deleteText'), t('button.delete'), true, () => remove(row));
      return;
    }
    const reason = (
      <>
        <p>{t('datapage.usedBy')}</p>
        <UsedBy kinds={kinds} />
      </>
    );
    showUses(row, reason);
  };
}

/** The records that refer to a row; undefined if the call failed, which `call` has shown. */
const usersOf = async ({ users }: ListSpec, row: Row): Promise<UsersOfRow['kinds'] | undefined> =>
  users
    ? call(users, { id: row.id as number }).then(
        ({ kinds }) => kinds,
        () => undefined,
      )
    : [];

/** The records that refer to a row, by kind: their number and the first names. */
function UsedBy({ kinds }: { readonly kinds: UsersOfRow['kinds'] }) {
  const { t } = useTranslation();
  const { count: written } = useNumbers();
  return (
    <ul className="used-by">
      {kinds.map(({ kind, count, names }) => (
        <li key={kind}>
          <strong>{t('datapage.usedKind', { kind, number: written(count) })}</strong>{' '}
          <span>{[...names, ...(count > names.length ? ['…'] : [])].join(t('import.count.and'))}</span>
        </li>
      ))}
    </ul>
  );
}

/** The input of `update` that switches the status of a row: the status, and the fields that `update` requires. */
function statusInput(spec: ListSpec, row: Row, status: 'enabled' | 'disabled'): Record<string, unknown> {
  const { required = [] } = (spec.update as Call).input as { required?: readonly string[] };
  const fields = formFields(spec.fields, row).filter(({ key }) => required.includes(key));
  return { ...inputOf(fields, initialValues(fields, row), row), id: row.id, status };
}
