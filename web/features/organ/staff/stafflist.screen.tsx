import { isEnterpriseType } from '@suyuan/contract/access/account-type.ts';
import type { OutputOf } from '@suyuan/contract/call/call.ts';
import {
  type Employee,
  employee,
  employeeAllowCodes,
  employeePassword,
  employeePasswords,
  maxPasswords,
} from '@suyuan/contract/organ/account.ts';
import { employeeResetTwoStep } from '@suyuan/contract/organ/own-account.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { type ComponentProps, useMemo, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useSession } from '#core/session/session.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import type { Row } from '#ui/records.ts';
import { OneTimePassword } from './OneTimePassword.tsx';
import { OneTimePasswords } from './OneTimePasswords.tsx';
import { personOf, type StaffAction, staffActionTexts, staffSpec } from './staffSpec.tsx';
import '../organisation.css';

type Outcome = OutputOf<typeof employeePasswords>;

/** Whether somebody could sign in and would find nothing there. */
const isWithoutRights = ({ administrator, role_ids, position_id }: Row): boolean =>
  !administrator && !position_id && !(Array.isArray(role_ids) && role_ids.length > 0);

/** How many people the question names. */
const maxNamed = 5;

/** Resets the passwords of all of them, some at a time. */
async function resetAll(people: readonly Employee[]): Promise<Outcome> {
  const outcome: Outcome = { done: [], refused: [] };
  for (let from = 0; from < people.length; from += maxPasswords) {
    const ids = people.slice(from, from + maxPasswords).map(({ id }) => id);
    const { done, refused } = await call(employeePasswords, { ids }, { timeoutMs: 60_000 });
    outcome.done.push(...done);
    outcome.refused.push(...refused);
  }
  return outcome;
}

/** All accounts: of the enterprise, of its factories and of its dealers. */
export default function StaffList() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [modal, modalPlace] = Modal.useModal();
  const [oneTimePassword, setOneTimePassword] = useState<Omit<ComponentProps<typeof OneTimePassword>, 'onClose'>>();
  const [all, setAll] = useState<Outcome & { readonly people: readonly Employee[] }>();
  const type = useSession((session) => session.account_type);
  const account = useSession((session) => session.self?.account_name);
  const administrator = useSession((session) => session.roles.includes('admin'));

  const spec = useMemo(() => {
    const handlers: Record<StaffAction, (person: Employee) => Promise<unknown>> = {
      resetpassword: async (person) => {
        const { one_time_password } = await call(employeePassword, { id: person.id });
        setOneTimePassword({
          person: personOf(person),
          password: one_time_password,
          withoutRights: isWithoutRights(person),
        });
      },
      resettwostep: ({ id }) => call(employeeResetTwoStep, { id }),
      allowcodes: ({ id }) => call(employeeAllowCodes, { id }),
      disable: ({ id }) => call(employee.update, { id, status: 'disabled' }),
      enable: ({ id }) => call(employee.update, { id, status: 'enabled' }),
    };
    const refresh = () => void queries.invalidateQueries({ queryKey: [employee.page.path] });
    /** Enabling and disabling can be undone. */
    const undoOf = (action: StaffAction, person: Employee) => {
      const reverse = action === 'disable' ? 'enable' : 'disable';
      const run = () => void handlers[reverse](person).then(refresh, () => undefined);
      return action === 'disable' || action === 'enable' ? { text: t('datapage.undo'), run } : undefined;
    };
    const ask = (action: StaffAction, person: Employee) =>
      modal.confirm({
        title: t(`stafflist.${action}Title`, { name: person.name }),
        content: t(`stafflist.${action}Text`),
        okText: t(staffActionTexts[action]),
        cancelText: t('datapage.cancel'),
        okButtonProps: { danger: action !== 'enable' && action !== 'allowcodes' },
        // `call` has shown the error; the confirmation closes in any case.
        onOk: () =>
          handlers[action](person)
            .then(
              () => action !== 'resetpassword' && notify.success(t('datapage.saved'), undoOf(action, person)),
              () => undefined,
            )
            .finally(refresh),
      });
    const askForAll = (people: readonly Employee[]) => {
      const names = people.slice(0, maxNamed).map(personOf);
      modal.confirm({
        title: t('stafflist.resetpasswordsTitle', { n: people.length }),
        content: (
          <>
            <p>{[...names, ...(people.length > maxNamed ? ['…'] : [])].join(', ')}</p>
            <p>{t('stafflist.resetpasswordsText')}</p>
          </>
        ),
        okText: t('stafflist.resetpassword'),
        cancelText: t('datapage.cancel'),
        okButtonProps: { danger: true },
        onOk: () =>
          resetAll(people)
            .then(
              (outcome) => setAll({ ...outcome, people }),
              () => undefined,
            )
            .finally(refresh),
      });
    };
    return staffSpec(
      { type, ofEnterprise: isEnterpriseType(type), account, administrator },
      { ask, askForAll },
      (person, password) =>
        setOneTimePassword({ person: personOf(person), password, withoutRights: isWithoutRights(person) }),
    );
  }, [type, account, administrator, modal, queries, t]);

  return (
    <>
      <DataPage spec={spec} />
      {oneTimePassword && <OneTimePassword {...oneTimePassword} onClose={() => setOneTimePassword(undefined)} />}
      {all && (
        <OneTimePasswords
          {...all}
          nameOf={(id) => personOf(all.people.find((person) => person.id === id) ?? { id })}
          onClose={() => setAll(undefined)}
        />
      )}
      {modalPlace}
    </>
  );
}
