import type { PersonalData } from '#src/platform/personal-data.ts';

interface Row {
  topic: string;
  tier: number;
  paid: boolean;
  ranking: string[];
  counted_at: Date;
  voided_at: Date | null;
  void_reason: string | null;
}

/** A person's ballots, the voided ones too. */
export const ballotData: PersonalData = {
  async dataOf(db, { id }) {
    const { rows } = await db.raw<{ rows: Row[] }>(
      `select topic.name as topic, ballot.tier, ballot.payment_id is not null as paid,
                array(select choice.name from unnest(ballot.ranking) with ordinality as ranked (id, place)
                        join voting.choices as choice using (id) order by place) as ranking,
                ballot.counted_at, ballot.voided_at, ballot.void_reason
           from voting.ballots as ballot join voting.topics as topic on topic.id = ballot.topic_id
          where ballot.user_id = ? order by ballot.id`,
      [id],
    );
    return {
      ballots: rows.map(({ topic, tier, paid, ranking, counted_at, voided_at, void_reason }) => ({
        topic,
        places: tier,
        paid,
        ranking,
        countedAt: counted_at,
        voidedAt: voided_at,
        voidReason: void_reason,
      })),
    };
  },

  /** Free ballots of topics that are not finalized count no more; paid ones stay, under the bare number. */
  async erase(trx, { id }) {
    await trx.raw(
      `update voting.ballots as ballot set voided_at = now(), void_reason = 'account erased'
           from voting.topics as topic
          where topic.id = ballot.topic_id and not topic.results_finalized
            and ballot.user_id = ? and ballot.payment_id is null and ballot.voided_at is null`,
      [id],
    );
  },
};
