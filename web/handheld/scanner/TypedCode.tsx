import { type FormEvent, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { pastedCodes } from './pasted-codes.ts';

interface TypedCodeProps {
  readonly onCode: (code: string) => void;
}

/** A field for codes that no scanner reads: typed, or pasted, one in each line. */
export function TypedCode({ onCode }: TypedCodeProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    for (const code of pastedCodes(text)) onCode(code);
    setText('');
  };
  return (
    <form className="typed" onSubmit={submit}>
      <input
        value={text}
        aria-label={t('handheld.typeCode')}
        placeholder={t('handheld.typeCode')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
        autoFocus
        onChange={({ target }) => setText(target.value)}
        onPaste={(event) => {
          // A field of one line would join the lines.
          const codes = pastedCodes(event.clipboardData.getData('text'));
          if (codes.length < 2) return;
          event.preventDefault();
          for (const code of codes) onCode(code);
        }}
      />
      <button type="submit" className="wide-main">
        {t('handheld.confirm')}
      </button>
    </form>
  );
}
