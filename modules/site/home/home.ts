import type { VotingPages } from '#modules/voting/contract/index.ts';
import type { Cards } from '../cards/cards.ts';
import type { Site } from '../contract/index.ts';

type Lists = Pick<VotingPages, 'topics' | 'home' | 'list'>;

/** Every list of topics, as cards. */
export function createHome(lists: Lists, { cardsOf }: Pick<Cards, 'cardsOf'>): Pick<Site, 'topics' | 'home' | 'list'> {
  return {
    topics: async () => cardsOf(await lists.topics()),

    async home() {
      const { topics, shelves } = await lists.home();
      return { topics: await cardsOf(topics), shelves };
    },

    async list(wanted) {
      const { items, ...page } = await lists.list(wanted);
      return { topics: await cardsOf(items), ...page };
    },
  };
}
