/** The change from yesterday to today. */
export interface Change {
  readonly direction: 'more' | 'less' | 'same';
  readonly by: number;
  /** The change relative to yesterday's figure; undefined if that is 0. */
  readonly part: number | undefined;
}

export function changeOf({ today, yesterday }: { readonly today: number; readonly yesterday: number }): Change {
  const by = Math.abs(today - yesterday);
  if (by === 0) return { direction: 'same', by, part: undefined };
  return {
    direction: today > yesterday ? 'more' : 'less',
    by,
    part: yesterday === 0 ? undefined : by / yesterday,
  };
}
