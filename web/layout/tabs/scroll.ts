/** Space in pixels between the edge of the bar and the neighbour of the active tab. */
const padding = 4;

export interface Stretch {
  readonly left: number;
  readonly width: number;
}

/** Returns the scroll position at which the active tab and its neighbours are visible. */
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

/** Returns by how many pixels a wheel event scrolls the bar: a quarter of its delta; down scrolls to the right. */
export const wheelStep = ({ wheelDelta, deltaY }: { readonly wheelDelta?: number; readonly deltaY: number }): number =>
  -(wheelDelta || -deltaY * 40) / 4;
