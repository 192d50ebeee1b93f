import { useTranslation } from '#core/i18n/useTranslation.ts';
import { turnSound, useSound } from '#ui/scan/sounds.ts';
import { signal, turnVibration, useVibration } from '../scanner/signals.ts';
import { DeviceName } from './DeviceName.tsx';
import { Languages } from './Languages.tsx';
import { changeLook, sizes, themes, useLook } from './look.ts';

/** What people set on a handheld for themselves: how it looks and sounds, its language and its name. */
export default function Settings() {
  const { t } = useTranslation();
  const { size, theme } = useLook();
  const { isOn: sounds } = useSound();
  const { isOn: vibrates } = useVibration();
  return (
    <main className="page">
      <h1>{t('handheld.settings')}</h1>
      <Choice title={t('handheld.size')} of={sizes} chosen={size} onChoose={(one) => changeLook({ size: one })}>
        {(one) => t(`handheld.sizes.${one}`)}
      </Choice>
      <Choice title={t('handheld.theme')} of={themes} chosen={theme} onChoose={(one) => changeLook({ theme: one })}>
        {(one) => t(`handheld.themes.${one}`)}
      </Choice>
      <div className="keys">
        <button
          type="button"
          aria-pressed={sounds}
          onClick={() => {
            turnSound(!sounds);
            signal('good');
          }}
        >
          {t('handheld.sound')}
        </button>
        <button
          type="button"
          aria-pressed={vibrates}
          onClick={() => {
            turnVibration(!vibrates);
            signal('good');
          }}
        >
          {t('handheld.vibration')}
        </button>
      </div>
      <h2>{t('handheld.language')}</h2>
      <Languages />
      <DeviceName />
    </main>
  );
}

interface ChoiceProps<One extends string> {
  readonly title: string;
  readonly of: readonly One[];
  readonly chosen: One;
  readonly onChoose: (one: One) => void;
  readonly children: (one: One) => string;
}

function Choice<One extends string>({ title, of, chosen, onChoose, children }: ChoiceProps<One>) {
  return (
    <fieldset className="kinds">
      <legend>{title}</legend>
      {of.map((one) => (
        <button key={one} type="button" aria-pressed={one === chosen} onClick={() => onChoose(one)}>
          {children(one)}
        </button>
      ))}
    </fieldset>
  );
}
