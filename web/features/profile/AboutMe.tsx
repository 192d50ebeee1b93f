import { selfPicture, selfUpdate } from '@suyuan/contract/organ/session.ts';
import { largestPicture } from '@suyuan/contract/picture.ts';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { selfShown, useSession } from '#core/session/session.ts';
import { Avatar } from '#ui/account/Avatar.tsx';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { Field } from '#ui/forms/Field.tsx';
import { textLimit } from '#ui/limits.ts';

/** The picture and introduction of the person. */
export function AboutMe() {
  return (
    <div className="about-me">
      <Picture />
      <Introduction />
    </div>
  );
}

function Picture() {
  const { t } = useTranslation();
  const hasPicture = useSession((session) => session.avatar !== '');
  const [busy, setBusy] = useState(false);
  const during = async (work: () => Promise<string | null>) => {
    setBusy(true);
    // `call` has shown the error.
    await work().then(
      (avatar) => selfShown({ avatar }),
      () => undefined,
    );
    setBusy(false);
  };
  const send = (file: File) => {
    if (file.size > largestPicture) return notify.error(t('profile.pictureTooLarge'));
    void during(async () => (await call(selfPicture, {}, { file, timeoutMs: 60_000 })).avatar);
  };
  return (
    <div className="about-me-picture">
      <Avatar />
      <label className="plain-button">
        {t(busy ? 'profile.pictureSending' : 'profile.pictureChoose')}
        <input
          type="file"
          className="visually-hidden"
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          disabled={busy}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) send(file);
            // Allows choosing the same file again.
            currentTarget.value = '';
          }}
        />
      </label>
      {hasPicture && (
        <button
          type="button"
          className="plain-button"
          disabled={busy}
          onClick={() => void during(() => call(selfUpdate, { avatar: null }))}
        >
          {t('profile.pictureRemove')}
        </button>
      )}
    </div>
  );
}

function Introduction() {
  const { t } = useTranslation();
  const baseline = useSession((session) => session.introduction);
  const [text, setText] = useState(baseline);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      const introduction = text.trim();
      await call(selfUpdate, { introduction }, { fieldErrors: true });
      selfShown({ introduction });
      setText(introduction);
      notify.success(t('profile.introductionSaved'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fields[0]?.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="about-me-line" noValidate onSubmit={save}>
      <Unsaved changed={text.trim() !== baseline} />
      <Field
        label={t('profile.introduction')}
        name="introduction"
        {...textLimit(selfUpdate, 'introduction')}
        value={text}
        problem={problem}
        hint={t('profile.introductionHint')}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(undefined);
        }}
      />
      <button type="submit" className="solid-button" disabled={busy || text.trim() === baseline} aria-busy={busy}>
        {t('datapage.save')}
      </button>
    </form>
  );
}
