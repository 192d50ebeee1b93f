/** A query that may have failed, as returned by `useQuery`. */
export interface Unread {
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

export interface FailureProps {
  readonly of: Unread;
  /** What failed to load, if that is not clear from the place. */
  readonly title?: string;
}
