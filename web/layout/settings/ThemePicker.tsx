import { useTranslation } from '#core/i18n/useTranslation.ts';
import { changeSettings, presetColors, useSettings } from '#core/preferences/settings.ts';

/** The CSS variables of the darker shade, and of the tints from the colour to white. */
const shadeVariables = ['--theme-darker', ...Array.from({ length: 10 }, (_, step) => `--theme-${step}`)];

/** Chooses the theme colour, from presets or freely, and shows the shades derived from it. */
export function ThemePicker({ labelledBy }: { labelledBy: string }) {
  const { t } = useTranslation();
  const theme = useSettings((settings) => settings.theme);
  const pick = (color: string) => changeSettings({ theme: color });
  return (
    <fieldset className="theme-picker" aria-labelledby={labelledBy}>
      {presetColors.map((color) => (
        <button
          key={color}
          type="button"
          className="theme-swatch"
          style={{ backgroundColor: color }}
          aria-label={color}
          aria-pressed={color.toLowerCase() === theme.toLowerCase()}
          onClick={() => pick(color)}
        />
      ))}
      <span className="theme-shades" aria-hidden="true">
        {shadeVariables.map((name) => (
          <span key={name} style={{ backgroundColor: `var(${name})` }} />
        ))}
      </span>
      <label className="theme-own">
        <input type="color" value={theme.toLowerCase()} onChange={(event) => pick(event.target.value)} />
        {t('settings.ownColor')}
      </label>
    </fieldset>
  );
}
