import type { Verdict } from '@suyuan/contract/consumer/scan.ts';
import { createElement as h, type ReactNode } from 'react';

/** Paths on a grid of 24 by 24. Each verdict has a shape of its own, for people who cannot distinguish its colour. */
const icons = {
  shield: 'M12 2.8 4.8 5.6v5.6c0 4.6 3 8.6 7.2 10 4.2-1.4 7.2-5.4 7.2-10V5.6zM8.6 11.8l2.5 2.6 4.4-4.8',
  genuine: 'M4.5 12.6l5 5L19.5 7',
  repeated: 'M4.2 9.5a8.2 8.2 0 1 1-.3 4.6M4 4.6v5h5M12 7.8v4.6l3 1.9',
  recalled: 'M12 4 2.8 19.8h18.4zM12 10v4.6M12 17v.1',
  lost: 'M12 21c4.2-4.6 6.3-8 6.3-11.2a6.3 6.3 0 0 0-12.6 0C5.7 13 7.8 16.4 12 21zM9.9 7.6l4.2 4.2M14.1 7.6l-4.2 4.2',
  unbound: 'M8.5 10.5V7.7a3.5 3.5 0 0 1 7 0v2.8M6.2 10.5h11.6v9H6.2zM12 14v2.4',
  void: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6.1 6.1l11.8 11.8',
  unknown: 'M9 9.2a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.1M12 17.6v.1',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3.2 2',
  product: 'M12 3.2 19.5 7v10L12 20.8 4.5 17V7zM4.8 7.2 12 11l7.2-3.8M12 11v9.6',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.2 15.2 20 20',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
  copy: 'M9 8.5h10.5V20H9zM5.5 15.5h-1V4H15v1',
  camera: 'M4 8V4.5h3.5M16.5 4.5H20V8M20 16v3.5h-3.5M7.5 19.5H4V16M4 12h16',
} as const satisfies Record<Verdict | string, string>;

export type IconName = keyof typeof icons;

export function Icon({ name }: { name: IconName }): ReactNode {
  return h('svg', { viewBox: '0 0 24 24', 'aria-hidden': true, focusable: false }, h('path', { d: icons[name] }));
}

/** The shield as a data URL, which saves the browser a request. */
export const favicon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#1559b7" stroke="#fff" stroke-width="1.8"><path d="${icons.shield}"/></svg>`,
)}`;
