import { createContext, useContext } from 'react';
import type { PageContext } from 'vike/types';

const Context = createContext<PageContext | null>(null);
export const PageContextProvider = Context.Provider;

/** What the page was made with: its data, language and signed-in person. */
export function usePageContext(): PageContext {
  const context = useContext(Context);
  if (!context) throw new Error('usePageContext outside of a page');
  return context;
}

/** The signed-in person, or null: as the server's session says, never from local storage (decision 1). */
export function useUser() {
  return usePageContext().user;
}
