import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Topic } from '#modules/voting/contract/index.ts';
import { useApi } from '#renderer/data/api.ts';

/** How often a page that is open between the close and the final results asks whether they are there. */
const askEveryMs = 5_000;

/** The topic of the page; when it is finalized while one looks, everything that is shown of it is asked for anew. */
export function useTopic(topicId: string | undefined): Topic | undefined {
  const queryClient = useQueryClient();
  const address = `/api/topics/${topicId}`;
  const { data: topic } = useApi<Topic>(address, {
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'closed' && data.resultsFinalized === 0 && data.isCancelled === 0 && askEveryMs,
  });
  const seen = useRef(topic?.resultsFinalized);
  useEffect(() => {
    if (seen.current === 0 && topic?.resultsFinalized === 1) {
      for (const part of ['results', 'stats', 'head-to-head', 'prizes', 'accuracies/mine']) {
        void queryClient.invalidateQueries({ queryKey: [`${address}/${part}`] });
      }
    }
    seen.current = topic?.resultsFinalized;
  }, [topic?.resultsFinalized, address, queryClient]);
  return topic;
}
