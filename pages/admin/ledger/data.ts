import type { PageContextServer } from 'vike/types';
import { LedgerQuery } from '#modules/payments/contract/admin.ts';
import { addressWith, askedOf } from '../components/asked.ts';

export async function data({ modules, urlParsed }: PageContextServer) {
  const asked = askedOf(LedgerQuery, urlParsed.search);
  return { [addressWith('/api/admin/ledger', asked)]: await modules.payments.ledger(asked) };
}
