import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Field } from './Field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'addition'>;

/** A password input with a button to show it, and a hint while caps lock is on. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      hint={capsLock ? t('password.capsLock') : props.hint}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
      addition={
        <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? t('password.hide') : t('password.show')}
        </button>
      }
    />
  );
}
