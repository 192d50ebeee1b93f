import { create } from 'zustand';
import { readCookie, writeCookie } from '#core/cookies.ts';

export type Device = 'desktop' | 'mobile';

/** Below this width of the body, in pixels, the device counts as mobile. */
const mobileBelow = 992;

export interface Frame {
  readonly device: Device;
  readonly sidebarOpened: boolean;
  /** False if the sidebar changed because the window was resized. */
  readonly animated: boolean;
}

/** Open, unless the person closed it before. */
export const sidebarOpenedFrom = (setting: string | undefined): boolean => setting !== '0';

export const deviceOf = (width: number): Device => (width < mobileBelow ? 'mobile' : 'desktop');

/** The initial frame on a device: on a phone the sidebar is closed, on a desktop it is as the person left it. */
export const frameOn = (device: Device, setting: string | undefined): Frame => ({
  device,
  sidebarOpened: device === 'desktop' && sidebarOpenedFrom(setting),
  animated: false,
});

export const useFrame = create<Frame>()(() =>
  frameOn(
    typeof document === 'undefined' ? 'desktop' : deviceOf(document.body.clientWidth),
    readCookie('sidebarStatus'),
  ),
);

/** Opens or closes the sidebar on request. The state is remembered on a desktop only. */
export function toggleSidebar(): void {
  const { device, sidebarOpened } = useFrame.getState();
  if (device === 'desktop') writeCookie('sidebarStatus', sidebarOpened ? '0' : '1');
  useFrame.setState({ sidebarOpened: !sidebarOpened, animated: true });
}

export const closeSidebar = (animated: boolean): void => useFrame.setState({ sidebarOpened: false, animated });

/** Adapts the frame to the width of the body. Returns a function that stops it. */
export function followWidth(): () => void {
  const adapt = () => {
    const device = deviceOf(document.body.clientWidth);
    if (device !== useFrame.getState().device) useFrame.setState(frameOn(device, readCookie('sidebarStatus')));
  };
  // The observer reports the initial width after the first layout; reading it here would force a synchronous layout.
  const observer = new ResizeObserver(adapt);
  observer.observe(document.body);
  return () => observer.disconnect();
}
