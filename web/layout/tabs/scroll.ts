/** Space kept between the edge of the bar and the tab beside the active one. */
const padding = 4;

export interface Stretch {
  readonly left: number;
  readonly width: number;
}

/** How far to scroll the bar so that the active tab is seen, with its neighbours where they are near the edge. */
export function scrollToShow(
  bar: { readonly scrollLeft: number; readonly width: number; readonly scrollWidth: number },
  before: Stretch | undefined,
  after: Stretch | undefined,
): number {
  if (!before) return 0;
  if (!after) return Math.max(0, bar.scrollWidth - bar.width);
  const farRight = after.left + after.width + padding;
  if (farRight > bar.scrollLeft + bar.width) return farRight - bar.width;
  const farLeft = before.left - padding;
  return farLeft < bar.scrollLeft ? Math.max(0, farLeft) : bar.scrollLeft;
}

/** How far a turn of the wheel moves the bar: a quarter of its delta, down being to the right. */
export const wheelStep = ({ wheelDelta, deltaY }: { readonly wheelDelta?: number; readonly deltaY: number }): number =>
  -(wheelDelta || -deltaY * 40) / 4;
