import Bowser from 'bowser';

export interface Device {
  readonly device: string;
  readonly os: string;
  readonly browser: string;
}

/** The device of a User-Agent header. WeChat's browser is recognised too, since most Chinese consumers scan with it. */
export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { device: '', os: '', browser: '' };
  const { platform, os, browser } = Bowser.parse(userAgent);
  const wechat = /MicroMessenger\/([\d.]+)/.exec(userAgent);
  return {
    device: [platform.vendor, platform.model ?? platform.type].filter(Boolean).join(' ').slice(0, 64),
    os: [os.name, os.versionName ?? os.version].filter(Boolean).join(' ').slice(0, 64),
    browser: (wechat ? `WeChat ${wechat[1]}` : [browser.name, major(browser.version)].filter(Boolean).join(' ')).slice(
      0,
      64,
    ),
  };
}

/** A short description of a device, such as "Chrome 142 · Windows 10". */
export const deviceName = ({ device, os, browser }: Device): string =>
  [browser, os === '' ? device : os].filter(Boolean).join(' · ');

const major = (version: string | undefined) => version?.split('.')[0];
