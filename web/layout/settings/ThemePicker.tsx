import { useTranslation } from 'react-i18next';
import { changeSettings, presetColors, useSettings } from '../../core/preferences/settings.ts';

/** The preset colours, and any other. */
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
      <label className="theme-own">
        <input type="color" value={theme.toLowerCase()} onChange={(event) => pick(event.target.value)} />
        {t('settings.ownColor')}
      </label>
    </fieldset>
  );
}
