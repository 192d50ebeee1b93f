import { QueryClient } from '@tanstack/react-query';

/**
 * The console's cache of answers. Failed calls are not retried automatically, because the person was told and can retry. Calls
 * without a network fail at once, too, instead of being paused.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: false,
      refetchOnWindowFocus: false,
      staleTime: 5_000,
    },
    mutations: { networkMode: 'always' },
  },
});
