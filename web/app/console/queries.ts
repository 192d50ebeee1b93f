import { QueryClient } from '@tanstack/react-query';

/**
 * The console's answers. A call that failed was told to the person; whether to try again is theirs to say. One without a
 * network fails, too, and is told: it does not wait in silence.
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
