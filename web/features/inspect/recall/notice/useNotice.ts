import { recallNoticeDetail } from '@suyuan/contract/inspect/recall/recall-notice.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';

/** A notice with its lines and answers; read anew each time it is opened. */
export const useNotice = (id: number) =>
  useQuery({
    queryKey: [recallNoticeDetail.path, id],
    queryFn: ({ signal }) => call(recallNoticeDetail, { id }, { signal, silent: true }),
    staleTime: 0,
  });
