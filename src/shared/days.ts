import { z } from 'zod';
import { orNothing } from './texts.ts';

/** From one day to another, both included, as a filter takes them; either may be left out. Days are those of UTC. */
export const daysFilter = {
  from: orNothing(z.iso.date('date_format')),
  to: orNothing(z.iso.date('date_format')),
};

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** Days as moments: the first one's beginning to the last one's end. */
export const momentsOf = ({ from, to }: Days): Days => ({
  from: from && `${from}T00:00:00.000Z`,
  to: to && `${to}T23:59:59.999Z`,
});
