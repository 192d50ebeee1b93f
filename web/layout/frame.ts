import { create } from 'zustand';
import { readCookie, writeCookie } from '../core/cookies.ts';

export type Device = 'desktop' | 'mobile';

/** Below this width of the body the device counts as mobile. */
const mobileBelow = 992;

export interface Frame {
  readonly device: Device;
  readonly sidebarOpened: boolean;
  /** Closing because the window became narrow happens without animation. */
  readonly animated: boolean;
}

/** Open, unless it was closed before. */
export const sidebarOpenedFrom = (stored: string | undefined): boolean => stored !== '0';

export const deviceOf = (width: number): Device => (width < mobileBelow ? 'mobile' : 'desktop');

/** The frame on a device: a phone starts with its sidebar closed, a desktop with what was chosen there. */
export const frameOn = (device: Device, stored: string | undefined): Frame => ({
  device,
  sidebarOpened: device === 'desktop' && sidebarOpenedFrom(stored),
  animated: false,
});

export const useFrame = create<Frame>()(() =>
  frameOn(
    typeof document === 'undefined' ? 'desktop' : deviceOf(document.body.clientWidth),
    readCookie('sidebarStatus'),
  ),
);

/** Opens or closes at someone's wish. Remembered on a desktop; on a phone the sidebar only comes and goes. */
export function toggleSidebar(): void {
  const { device, sidebarOpened } = useFrame.getState();
  if (device === 'desktop') writeCookie('sidebarStatus', sidebarOpened ? '0' : '1');
  useFrame.setState({ sidebarOpened: !sidebarOpened, animated: true });
}

export const closeSidebar = (animated: boolean): void => useFrame.setState({ sidebarOpened: false, animated });

/** Follows the width of the body. Answers how to stop. */
export function followWidth(): () => void {
  const adapt = () => {
    const device = deviceOf(document.body.clientWidth);
    if (device !== useFrame.getState().device) useFrame.setState(frameOn(device, readCookie('sidebarStatus')));
  };
  // It tells the width at its beginning, too, and only once the page is laid out: asking for it sooner would force that.
  const observer = new ResizeObserver(adapt);
  observer.observe(document.body);
  return () => observer.disconnect();
}
