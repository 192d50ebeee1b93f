import { ApiError } from '#core/api/apiError.ts';
import { RequestId } from '#core/notices/RequestId.tsx';

/** The id of the request that an error is about, if it is about one. */
export function RequestIdOf({ error }: { readonly error: Error | null | undefined }) {
  return error instanceof ApiError ? <RequestId id={error.requestId} /> : null;
}
