/** A query that may have failed, as `useQuery` answers it. */
export interface Unread {
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

export interface FailureProps {
  readonly of: Unread;
  /** What could not be read, where it is not plain from where it stands. */
  readonly title?: string;
}
