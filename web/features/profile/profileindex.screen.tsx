import { type AccountType, kindOfAccount } from '@suyuan/contract/access/account-type.ts';
import { ownLogins } from '@suyuan/contract/organ/own-account.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { since } from '#core/formats/formatTime.ts';
import { type Language, languageFacts, languages } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { type Size, setSize, sizes, useSize } from '#core/preferences/size.ts';
import { switchLanguage } from '#core/preferences/switchLanguage.ts';
import { useSession } from '#core/session/session.ts';
import { PasswordForm } from '#ui/account/PasswordForm.tsx';
import { Moment, useMoment } from '#ui/facts/Moment.tsx';
import { Choices } from '#ui/forms/Choices.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import { AboutMe } from './AboutMe.tsx';
import { RecordTable } from './RecordTable.tsx';
import { Place, Sessions } from './Sessions.tsx';
import { TwoStep } from './TwoStep.tsx';
import './profile.css';

export default function Profile() {
  const { t } = useTranslation();
  return (
    <div className="profile">
      <section aria-labelledby="profile-facts">
        <h1 id="profile-facts">{t('profile.facts')}</h1>
        <Facts />
        <AboutMe />
      </section>
      <section aria-labelledby="profile-look">
        <h2 id="profile-look">{t('profile.look')}</h2>
        <Look />
      </section>
      <section aria-labelledby="profile-password">
        <h2 id="profile-password">{t('profile.password')}</h2>
        <p className="profile-note">{t('profile.passwordNote')}</p>
        <PasswordForm />
      </section>
      <section aria-labelledby="profile-two-step">
        <h2 id="profile-two-step">{t('field.two_step')}</h2>
        <TwoStep />
      </section>
      <section aria-labelledby="profile-sessions">
        <h2 id="profile-sessions">{t('profile.sessions')}</h2>
        <Sessions />
      </section>
      <section aria-labelledby="profile-sign-ins">
        <h2 id="profile-sign-ins">{t('profile.signIns')}</h2>
        <SignIns />
      </section>
    </div>
  );
}

function Facts() {
  const { t } = useTranslation();
  const self = useSession((session) => session.self);
  const moment = useMoment();
  if (!self) return null;
  const facts = [
    ['stafflist.name', self.name],
    ['login.accountName', self.account_name],
    ['field.account_type', t(`field.${kindOfAccount(self.account_type as AccountType)}`)],
    ['profile.lastSignIn', self.last_login_at && `${moment(self.last_login_at)} (${since(self.last_login_at, t)})`],
    ['profile.lastAddress', self.last_login_ip],
  ] as const;
  return (
    <dl className="profile-facts">
      {facts.map(([key, value]) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>{value || '—'}</dd>
        </div>
      ))}
    </dl>
  );
}

function Look() {
  const { t, i18n } = useTranslation();
  const size = useSize((state) => state.size);
  const resize = (next: Size) => {
    setSize(next);
    notify.success(t('size.switched'));
  };
  return (
    <div className="profile-look">
      <Choices
        name="language"
        label={t('language.choose')}
        value={i18n.language as Language}
        options={languages.map((value) => ({
          value,
          label: languageFacts[value].name,
          lang: languageFacts[value].tag,
        }))}
        onChange={(language) => void switchLanguage(language)}
      />
      <Choices
        name="size"
        label={t('size.choose')}
        value={size}
        options={sizes.map((value) => ({ value, label: t(`size.${value}`) }))}
        onChange={resize}
      />
    </div>
  );
}

/** The latest sign-ins and failed attempts of the account, in which misuse by others would show. */
function SignIns() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery({
    queryKey: [ownLogins.path],
    queryFn: ({ signal }) => call(ownLogins, {}, { signal, silent: true }),
  });
  return (
    <RecordTable
      titles={[t('field.at'), t('field.result'), t('field.device'), t('profile.address')]}
      failed={isError}
      onRetry={() => void refetch()}
      rows={data?.map(({ id, at, result, reason, device, ip, region }) => ({
        key: id,
        cells: [
          <Moment key="at" at={at} />,
          <StatusTag key="result" tone={result === 'success' ? 'success' : 'error'}>
            {[t(`loginlog.result.${result}`), reason && t(`loginlog.reason.${reason}`)].filter(Boolean).join(' · ')}
          </StatusTag>,
          device || t('profile.unknownDevice'),
          <Place key="place" ip={ip} region={region} />,
        ],
      }))}
    />
  );
}
