// The invisible frame through which Stripe.js asks about a payment, so that the shop's page needs to talk to nobody.
import { answer } from './inside.ts';
import { retrieveIntent } from './provider.ts';

answer({ retrieve: ({ key, clientSecret }) => retrieveIntent(key, clientSecret) });
