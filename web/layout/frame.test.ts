import { expect, test } from 'vitest';
import { deviceOf, frameOn, sidebarOpenedFrom } from './frame.ts';

test('sidebar opened/closed, remembered in a cookie (sidebarStatus 1 or 0; default open)', () => {
  expect([undefined, '1', '0'].map(sidebarOpenedFrom)).toEqual([true, true, false]);
});

test('device switches to mobile at body width below 992 px', () => {
  expect([991, 991.9, 992, 1440].map(deviceOf)).toEqual(['mobile', 'mobile', 'desktop', 'desktop']);
});

test('switching to mobile closes the sidebar without animation', () => {
  expect(frameOn('mobile', '1')).toEqual({ device: 'mobile', sidebarOpened: false, animated: false });
  expect(frameOn('desktop', '1')).toMatchObject({ sidebarOpened: true });
});
