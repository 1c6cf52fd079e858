import { z } from 'zod';

/** A row's number as it stands in a path or a payload: a positive PostgreSQL integer. */
export const Id = z.coerce.number().int().positive().max(2_147_483_647);
