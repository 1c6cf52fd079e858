import type { PageContextServer } from 'vike/types';
import { onlyIn } from '../../../modules/voting/rules/localize.ts';
import { isViewable } from '../../../modules/voting/rules/status.ts';
import { idOf, orNotFound, orNull, topicIdOf } from '../../../renderer/data.ts';

export async function data(pageContext: PageContextServer) {
  const { modules, language, user, urlParsed } = pageContext;
  const { payments, voting } = modules;
  const id = topicIdOf(pageContext);
  const topic = await orNotFound(voting.topic(id));
  // The module holds the door; asking it for what it would refuse is left out, so that a page is no error.
  const open = isViewable(topic.status) || user?.role === 'admin';
  const paymentId = idOf(urlParsed.search.payment);
  const [results, stats, mine, payment] = await Promise.all([
    open ? voting.results(id, user) : null,
    open ? voting.stats(id, user) : null,
    user ? voting.ownBallots(id, user.id) : null,
    // Whoever has just paid, or comes back from the bank; anybody else's number is as if it were not there.
    user && paymentId > 0 ? orNull(payments.own(user, paymentId)) : null,
  ]);
  return {
    [`/api/topics/${id}`]: onlyIn(topic, language),
    ...(results && { [`/api/topics/${id}/results`]: results }),
    ...(stats && { [`/api/topics/${id}/stats`]: stats }),
    ...(payment?.topic.id === id && { [`/api/payments/${paymentId}`]: payment }),
    ...(mine && { [`/api/topics/${id}/ballots/mine`]: mine }),
  };
}
