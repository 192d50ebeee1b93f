import { QueryClient } from '@tanstack/react-query';

/** The console's answers. A call that failed was told to the person; whether to try again is theirs to say. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5_000 } },
});
