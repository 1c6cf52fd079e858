import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { type Bundle, BundleBallot, isBundleBallot, readBundle } from './bundle.ts';

const ballot: BundleBallot = {
  ...{ ballot: 'b1', voter: 'v1', tier: 3, paid: false, reference: true, eligible: true },
  ...{ accuracy: 0, order: 1, ranking: [2, 1] },
};
const bundle: Bundle = {
  ...{ topicId: 7, ruleVersion: 1, choices: [{ id: 1, name: 'Plum' }], ballots: [ballot] },
  ...{ pools: [{ tier: 3, revenueCents: 0, poolCents: 0 }], results: [], awards: [] },
};

describe('a bundle', () => {
  it('is read as it was written', () => {
    expect(readBundle(JSON.parse(JSON.stringify(bundle)))).toEqual(bundle);
  });

  it('is refused with the place of what is wrong', () => {
    const read = (changed: object) => () => readBundle({ ...bundle, ...changed });
    expect(read({ ballots: [ballot, { ...ballot, ranking: [1, 1] }] })).toThrow(ZodError);
    expect(read({ ballots: [ballot, { ...ballot, order: 0 }] })).toThrow(/"ballots",\s*1,\s*"order"/);
    expect(read({ pools: [{ tier: 4, revenueCents: 0, poolCents: 0 }] })).toThrow(/"pools"/);
    expect(read({ ballots: undefined })).toThrow(/"ballots"/);
    expect(() => readBundle(null)).toThrow(ZodError);
  });

  it('has its ballots judged by the quick look as by the schema', () => {
    const number = fc.constantFrom(-1, 0, 1, 2, 3, 5, 10, 1.5, Number.NaN, 2 ** 53, '1', null);
    const text = fc.constantFrom('b', '', 1, null, undefined);
    const flag = fc.constantFrom(true, false, true, 0, undefined);
    const ranking = fc.oneof(fc.array(fc.nat({ max: 12 }), { maxLength: 11 }), fc.array(number), fc.constant('12'));
    const fields = { ballot: text, voter: text, tier: number, paid: flag, reference: flag, eligible: flag };
    const spoilt = fc.record({ ...fields, accuracy: number, order: number, ranking }, { requiredKeys: [] });
    const spoiltFields = fc.subarray(Object.keys(ballot), { maxLength: 2 });
    const met = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(spoilt, spoiltFields, fc.constantFrom(3, 5, 10), (values, keys, tier) => {
        const changed = keys.map((key) => [key, values[key as keyof typeof values]]);
        const value: unknown = { ...ballot, tier, ...Object.fromEntries(changed) };
        const accepted = BundleBallot.safeParse(value).success;
        expect(isBundleBallot(value)).toBe(accepted);
        met[accepted ? 'accepted' : 'refused'] += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(Math.min(met.accepted, met.refused)).toBeGreaterThan(100);
    for (const value of [null, undefined, 'ballot', 3, []]) expect(isBundleBallot(value)).toBe(false);
  });
});
