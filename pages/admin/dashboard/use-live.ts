import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AdminStats, LiveResults } from '#modules/admin/contract/index.ts';
import { addressWith } from '../components/asked.ts';

/** A server that is restarting refuses for a moment; the browser then gives up, and we do not. */
const againMs = 3_000;

export type LiveState = 'connecting' | 'live' | 'broken';

/** Lets the page's figures follow the server's events, and those of a chosen topic; connects again by itself. */
export function useLive(topicId: number): LiveState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout>;
    const connect = () => {
      source = new EventSource(addressWith('/api/admin/live', { topicId: topicId || undefined }));
      source.addEventListener('open', () => setState('live'));
      source.addEventListener('stats', ({ data }) =>
        queryClient.setQueryData(['/api/admin/stats'], JSON.parse(data) as AdminStats),
      );
      source.addEventListener('results', ({ data }) => {
        const { topicId: id, results, stats } = JSON.parse(data) as LiveResults;
        queryClient.setQueryData([`/api/topics/${id}/results`], results);
        queryClient.setQueryData([`/api/topics/${id}/stats`], stats);
      });
      source.addEventListener('error', () => {
        const over = source.readyState === EventSource.CLOSED;
        setState(over ? 'broken' : 'connecting');
        if (over) timer = setTimeout(connect, againMs);
      });
    };
    connect();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [topicId, queryClient]);
  return state;
}
