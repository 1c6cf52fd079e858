import { z } from 'zod';

const largest = 2_147_483_647;

/** A row's number in a JSON payload: a positive PostgreSQL integer. */
export const Id = z.int('invalid').positive('invalid').max(largest, 'invalid');

/** A whole number as an address carries it: decimal digits, and nothing that merely converts to a number. */
export const Digits = z
  .string('invalid')
  .regex(/^\d{1,10}$/, 'invalid')
  .transform(Number);

/** A row's number in a path or a query. */
export const IdInAddress = Digits.pipe(Id);

/** The parameters of a path that names one row. */
export const ById = z.object({ id: IdInAddress });

/** Likewise, the number of a topic. */
export const ByTopicId = z.object({ topicId: IdInAddress });
