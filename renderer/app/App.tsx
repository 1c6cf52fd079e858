import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import { StrictMode, Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { PageContext } from 'vike/types';
import { fetchApi } from '../data/api.ts';
import { Layout } from '../layout/Layout.tsx';
import { Toaster } from '../ui/toast.tsx';
import { BrokenPage } from './BrokenPage.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { HeadProvider } from './Head.tsx';
import { PageContextProvider } from './page-context.tsx';
import './types.ts';
import '../ui/styles.css';

const minute = 60_000;

/** The defaults of specification 1, section 9: fresh for 10 minutes, kept for an hour, asked again by nobody but the page. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => fetchApi(queryKey[0] as string),
        staleTime: 10 * minute,
        gcTime: 60 * minute,
        retry: false,
        networkMode: 'always', // offline is an error to be told, not a pause
        refetchOnWindowFocus: false,
        refetchOnMount: false,
        refetchOnReconnect: false,
        refetchInterval: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Puts what the server has answered for this page into the cache, before anything asks for it. */
export function fillQueries(queryClient: QueryClient, { data, user }: PageContext): void {
  for (const [address, answer] of Object.entries(data ?? {})) queryClient.setQueryData([address], answer);
  queryClient.setQueryData(['/api/auth/user'], user);
}

interface AppProps {
  pageContext: PageContext;
  i18n: I18n;
  queryClient: QueryClient;
  helmetContext?: object;
}

export function App({ pageContext, i18n, queryClient, helmetContext }: AppProps) {
  const { Page } = pageContext;
  return (
    <StrictMode>
      <HeadProvider context={helmetContext ?? {}}>
        <PageContextProvider value={pageContext}>
          <I18nextProvider i18n={i18n}>
            <QueryClientProvider client={queryClient}>
              <div id="app">
                <Layout>
                  <ErrorBoundary key={pageContext.urlPathname} fallback={<BrokenPage />}>
                    {/* Hydrated apart from what stands around it, in small steps, and what is pressed first comes first. */}
                    <Suspense>
                      <Page />
                    </Suspense>
                  </ErrorBoundary>
                </Layout>
                <ErrorBoundary fallback={null}>
                  <Toaster />
                </ErrorBoundary>
              </div>
            </QueryClientProvider>
          </I18nextProvider>
        </PageContextProvider>
      </HeadProvider>
    </StrictMode>
  );
}
