import type { PageContextServer } from 'vike/types';
import type { Topic } from '#modules/voting/contract/index.ts';
import { onlyIn } from '#modules/voting/rules/localize.ts';
import { isViewable, whyNoBallots } from '#modules/voting/rules/status.ts';
import { idOf, orNotFound, orNull, topicIdOf } from '#renderer/data/data.ts';
import type { SessionUser } from '#src/shared/viewer.ts';

export async function data(pageContext: PageContextServer) {
  const { modules, language, user, urlParsed } = pageContext;
  const { payments, voting } = modules;
  const id = topicIdOf(pageContext);
  const topic = await orNotFound(voting.topic(id));
  // The module holds the door; asking it for what it would refuse is left out, so that a page is no error.
  const open = isViewable(topic.status) || user?.role === 'admin';
  const paymentId = idOf(urlParsed.search.payment);
  const [results, stats, prizes, own, payment] = await Promise.all([
    open ? voting.results(id, user) : null,
    open ? modules.site.stats(id, user) : null,
    topic.resultsFinalized ? orNull(modules.prizes.ofTopic(id, user)) : undefined,
    user ? ownOf(modules, topic, user) : null,
    // Whoever has just paid, or comes back from the bank; anybody else's number is as if it were not there.
    user && paymentId > 0 ? orNull(payments.own(user, paymentId)) : null,
  ]);
  return {
    [`/api/topics/${id}`]: onlyIn(topic, language),
    ...(results && { [`/api/topics/${id}/results`]: results }),
    ...(stats && { [`/api/topics/${id}/stats`]: stats }),
    ...(prizes !== undefined && { [`/api/topics/${id}/prizes`]: prizes }),
    ...(payment?.topic.id === id && { [`/api/payments/${paymentId}`]: payment }),
    ...own,
  };
}

/** What concerns the viewer alone: the ballots, how accurate they are once that is final, and what winning still takes. */
async function ownOf({ accounts, prizes, voting }: PageContextServer['modules'], topic: Topic, user: SessionUser) {
  const canStillWin = whyNoBallots(topic) === null && topic.endDate !== null;
  const [mine, accuracies, eligibility] = await Promise.all([
    voting.castBallots(topic.id, user.id),
    topic.resultsFinalized ? prizes.ownAccuracies(topic.id, user.id) : null,
    canStillWin ? accounts.eligibility(user) : null,
  ]);
  return {
    [`/api/topics/${topic.id}/ballots/mine`]: mine,
    ...(accuracies && { [`/api/topics/${topic.id}/accuracies/mine`]: accuracies }),
    ...(eligibility && { '/api/users/eligibility': eligibility }),
  };
}
