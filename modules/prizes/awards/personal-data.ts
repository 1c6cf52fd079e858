import { forgetDetails } from '#src/platform/audit.ts';
import type { PersonalData } from '#src/platform/personal-data.ts';
import { AppError } from '#src/shared/errors.ts';
import { owedAmong } from './awards.ts';

/** A person's accuracies and awards. They stay under the bare number, as the books and everybody's recount need them. */
export const prizeData: PersonalData = {
  async dataOf(db, { id }) {
    const [accuracies, awards] = await Promise.all([
      db('prizes.entries')
        .where({ user_id: id })
        .orderBy('ballot_id')
        .select('topic_id as topic', 'tier as places', 'accuracy', 'place', 'eligible'),
      db('prizes.awards')
        .where({ user_id: id })
        .orderBy('id')
        .select(
          ...['topic_id as topic', 'tier as places', 'place', 'accuracy', 'cents as usCents', 'status', 'reason'],
          ...['city', 'country'],
          'payable_at as payableAt',
        ),
    ]);
    return { accuracies, awards };
  },

  /** Throws `awards_open` while something is owed: that must be settled or waived first (decision 7). */
  async erase(trx, { id }) {
    if ((await owedAmong(trx, [id])).has(id)) throw new AppError('awards_open');
    await trx('prizes.awards').where({ user_id: id }).update({ city: null, country: null });
    await forgetDetails(trx, 'award', await trx('prizes.awards').where({ user_id: id }).pluck<number[]>('id'));
  },

  openMatters: owedAmong,
};
