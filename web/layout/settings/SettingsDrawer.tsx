import { Drawer, Segmented, Switch } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { changeSettings, presetColors, type Scheme, schemes, useSettings } from '#core/preferences/settings.ts';

const switches = ['tagsView', 'fixedHeader', 'sidebarLogo'] as const;

/** Settings of the console's appearance. Changes apply at once and survive a reload. */
export default function SettingsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const settings = useSettings();
  return (
    <Drawer open={open} size={300} title={t('settings.title')} onClose={onClose}>
      <div className="settings">
        <section>
          <h2 id="settings-theme">{t('settings.theme')}</h2>
          <ThemePicker labelledBy="settings-theme" />
        </section>
        <section>
          <h2 id="settings-scheme">{t('settings.scheme')}</h2>
          <Segmented
            block
            aria-labelledby="settings-scheme"
            value={settings.scheme}
            options={schemes.map((value) => ({ value, label: t(`settings.${value}`) }))}
            onChange={(scheme: Scheme) => changeSettings({ scheme })}
          />
        </section>
        <section>
          {switches.map((key) => (
            <label key={key} className="settings-switch" htmlFor={`settings-${key}`}>
              {t(`settings.${key}`)}
              <Switch
                id={`settings-${key}`}
                checked={settings[key]}
                onChange={(value) => changeSettings({ [key]: value })}
              />
            </label>
          ))}
        </section>
      </div>
    </Drawer>
  );
}

/** The CSS variables of the darker shade, and of the tints from the colour to white. */
const shadeVariables = ['--theme-darker', ...Array.from({ length: 10 }, (_, step) => `--theme-${step}`)];

/** Chooses the theme colour, from presets or freely, and shows the shades derived from it. */
function ThemePicker({ labelledBy }: { labelledBy: string }) {
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
