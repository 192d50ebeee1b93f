import { type AccountType, kindOfAccount } from '@suyuan/contract/access/account-type.ts';
import { since } from '#core/formats/formatTime.ts';
import { type Language, languageFacts, languages } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { type Size, setSize, sizes, useSize } from '#core/preferences/size.ts';
import { switchLanguage } from '#core/preferences/switchLanguage.ts';
import { useSession } from '#core/session/session.ts';
import { PasswordForm } from '#ui/account/PasswordForm.tsx';
import { useMoment } from '#ui/facts/Moment.tsx';
import { Choices } from '#ui/forms/Choices.tsx';
import { AboutMe } from './AboutMe.tsx';
import { Sessions } from './Sessions.tsx';
import { SignIns } from './SignIns.tsx';
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
