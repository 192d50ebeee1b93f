/** How today stands to yesterday. */
export interface Change {
  readonly direction: 'more' | 'less' | 'same';
  readonly by: number;
  /** As a part of yesterday; undefined when there was nothing yesterday to be a part of. */
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
