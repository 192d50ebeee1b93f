import { create } from 'zustand';

export const presetColors = [
  '#409EFF',
  '#1890ff',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959CD',
  '#f5222d',
] as const;

export const schemes = ['light', 'dark', 'system'] as const;
export type Scheme = (typeof schemes)[number];

export interface Settings {
  readonly theme: string;
  readonly showSettings: boolean;
  readonly tagsView: boolean;
  readonly fixedHeader: boolean;
  readonly sidebarLogo: boolean;
  readonly scheme: Scheme;
}

export const defaultSettings: Settings = {
  theme: '#1890ff',
  showSettings: true,
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: true,
  scheme: 'light',
};

const storageKey = 'settings';

/** The stored settings, with defaults for missing or malformed ones. */
export function settingsFrom(text: string | null): Settings {
  const values = parsed(text);
  const flag = (key: keyof Settings & ('showSettings' | 'tagsView' | 'fixedHeader' | 'sidebarLogo')): boolean =>
    typeof values[key] === 'boolean' ? values[key] : defaultSettings[key];
  return {
    theme: isColor(values.theme) ? values.theme : defaultSettings.theme,
    showSettings: flag('showSettings'),
    tagsView: flag('tagsView'),
    fixedHeader: flag('fixedHeader'),
    sidebarLogo: flag('sidebarLogo'),
    scheme: schemes.find((scheme) => scheme === values.scheme) ?? defaultSettings.scheme,
  };
}

const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Storage may be blocked (private windows, policies); then the settings last as long as the page. */
function readStored(): string | null {
  try {
    return window.localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export const useSettings = create<Settings>()(() => settingsFrom(readStored()));

export function changeSettings(changes: Partial<Settings>): void {
  useSettings.setState(changes);
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(useSettings.getState()));
  } catch {
    // See readStored.
  }
}
