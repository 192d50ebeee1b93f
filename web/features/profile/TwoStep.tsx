import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { twoStepDisable, twoStepRecoveryCodes, twoStepState } from '@suyuan/contract/organ/own-account.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { RecoveryCodes } from '#ui/account/RecoveryCodes.tsx';
import { TwoStepSetup } from '#ui/account/TwoStepSetup.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { SecretsForm } from './SecretsForm.tsx';

type State = OutputOf<typeof twoStepState>;
type Doing = 'nothing' | 'setting-up' | 'turning-off' | 'new-codes';

const queryKey = [twoStepState.path];
/** Below this number of recovery codes, a warning is shown. */
const fewCodes = 3;

/** The state of two-step sign-in, with buttons to change it. */
export function TwoStep() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [doing, setDoing] = useState<Doing>('nothing');
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call(twoStepState, {}, { signal }) });
  const finish = () => {
    setDoing('nothing');
    void queries.invalidateQueries();
  };
  if (!data) return <p className="profile-note">{t('profile.loading')}</p>;
  return (
    <>
      <p className="profile-note">{data.enrolled ? <Enrolled state={data} /> : t('twoStep.offText')}</p>
      {doing === 'nothing' && <Ways state={data} onChoose={setDoing} />}
      {doing === 'setting-up' && (
        <TwoStepSetup
          onDone={() => {
            notify.success(t('twoStep.isOn'));
            finish();
          }}
        />
      )}
      {doing === 'turning-off' && <TurnOff onDone={finish} />}
      {doing === 'new-codes' && <NewCodes onDone={finish} />}
      {(doing === 'turning-off' || doing === 'new-codes') && (
        <p className="profile-buttons">
          <button type="button" className="plain-button" onClick={() => setDoing('nothing')}>
            {t('datapage.cancel')}
          </button>
        </p>
      )}
    </>
  );
}

function Enrolled({ state: { since, recovery_codes_left } }: { state: State }) {
  const { t } = useTranslation();
  return (
    <>
      {t('twoStep.onSince')} <Moment at={since} />
      {' · '}
      <span className={recovery_codes_left < fewCodes ? 'profile-warning' : undefined}>
        {t('twoStep.codesLeft', { count: recovery_codes_left })}
      </span>
    </>
  );
}

function Ways({ state: { enrolled, required }, onChoose }: { state: State; onChoose: (doing: Doing) => void }) {
  const { t } = useTranslation();
  if (!enrolled) {
    return (
      <button type="button" className="solid-button" onClick={() => onChoose('setting-up')}>
        {t('twoStep.setUp')}
      </button>
    );
  }
  return (
    <p className="profile-buttons">
      <button type="button" className="plain-button" onClick={() => onChoose('new-codes')}>
        {t('twoStep.newCodes')}
      </button>
      {required ? (
        <span className="profile-required">{t('twoStep.required')}</span>
      ) : (
        <button type="button" className="plain-button" onClick={() => onChoose('turning-off')}>
          {t('twoStep.turnOff')}
        </button>
      )}
    </p>
  );
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <SecretsForm
      submit={t('twoStep.turnOff')}
      onSubmit={async (secrets) => {
        await call(twoStepDisable, secrets, { fieldErrors: true });
        notify.success(t('twoStep.isOff'));
        onDone();
      }}
    />
  );
}

function NewCodes({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  return (
    <SecretsForm
      submit={t('twoStep.newCodes')}
      onSubmit={async (secrets) => {
        setCodes((await call(twoStepRecoveryCodes, secrets, { fieldErrors: true })).recovery_codes);
      }}
    />
  );
}
