import type { PageContextServer } from 'vike/types';
import { linkAddress } from './components/link-address.ts';

export async function data({ modules, urlParsed }: PageContextServer) {
  const token = urlParsed.search.token ?? '';
  return { [linkAddress(token)]: await modules.notifications.link(token) };
}
