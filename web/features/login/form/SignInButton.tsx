import { useTranslation } from '#core/i18n/useTranslation.ts';

/** The submit button, with a message above it while sign-in is locked. */
export function SignInButton({ busy, locked }: { busy: boolean; locked: string | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      {locked && (
        <p className="login-locked" role="alert">
          {locked}
        </p>
      )}
      <button type="submit" className="solid-button login-submit" disabled={busy} aria-busy={busy}>
        {busy ? t('login.submitting') : t('login.title')}
      </button>
    </>
  );
}
