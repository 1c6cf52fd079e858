import type { PageContextServer } from 'vike/types';
import { BroadcastsQuery } from '#modules/broadcasts/contract/index.ts';
import { idOf, orNotFound } from '#renderer/data/data.ts';
import type { PageData } from '#src/shared/page.ts';
import { addressWith, askedOf } from '../components/asked.ts';
import { audienceAddress, broadcastAddress, broadcastsAddress } from './addresses.ts';

export async function data({ modules, routeParams, urlParsed }: PageContextServer): Promise<PageData> {
  const { broadcasts } = modules;
  if (routeParams.item) {
    const id = idOf(routeParams.item);
    return { [broadcastAddress(id)]: await orNotFound(broadcasts.broadcastOf(id)) };
  }
  const asked = askedOf(BroadcastsQuery, urlParsed.search);
  const [list, audience] = await Promise.all([broadcasts.broadcasts(asked.page), broadcasts.broadcastAudience()]);
  return { [addressWith(broadcastsAddress, asked)]: list, [audienceAddress]: audience };
}
