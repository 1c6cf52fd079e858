import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { createSettings } from './settings.ts';

const { db } = await testDatabase({ poolMax: 10 });
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  await db('platform.settings').delete();
});
afterEach(() => void vi.useRealTimers());
const settings = () => createSettings(db);

describe('a setting', () => {
  it('is its default until somebody has chosen', async () => {
    const { get } = settings();
    expect(await get('allow_registration')).toBe(true);
    expect(await get('email_verification')).toBe('required');
    expect(await get('phone_verification')).toBe('optional');
  });

  it('is what was chosen, at once here and a moment later in other processes', async () => {
    const [here, elsewhere] = [settings(), settings()];
    expect(await elsewhere.get('allow_registration')).toBe(true);
    expect(await here.change(db, 'allow_registration', false)).toBe(true);
    expect(await here.change(db, 'phone_verification', 'required')).toBe('optional');
    expect(await here.get('allow_registration')).toBe(false);
    expect(await elsewhere.get('allow_registration')).toBe(true);
    vi.advanceTimersByTime(2_001);
    expect(await elsewhere.get('allow_registration')).toBe(false);
    expect(await elsewhere.get('phone_verification')).toBe('required');
  });

  it('is changed with its transaction or not at all', async () => {
    const { get, change } = settings();
    const rolledBack = db.transaction(async (trx) => {
      await change(trx, 'allow_registration', false);
      throw new Error('not after all');
    });
    await expect(rolledBack).rejects.toThrow('not after all');
    expect(await get('allow_registration')).toBe(true);
  });

  it('tells each of two changes at once what was before it', async () => {
    const { change } = settings();
    const before = await Promise.all([
      change(db, 'email_verification', 'optional'),
      change(db, 'email_verification', 'disabled'),
    ]);
    const now = await settings().get('email_verification');
    expect([...before, now].sort()).toEqual(['disabled', 'optional', 'required']);
  });

  it('takes no value that it cannot have, and reads none', async () => {
    const { get, change } = settings();
    await expect(change(db, 'email_verification', 'sometimes' as 'optional')).rejects.toThrow();
    await expect(change(db, 'allow_registration', 'yes' as never)).rejects.toThrow();
    await db('platform.settings').insert({ key: 'email_verification', value: '"sometimes"' });
    expect(await get('email_verification')).toBe('required');
  });

  it('is read once for all who ask within a moment, and again after a failure', async () => {
    let reads = 0;
    let away = true;
    const counted = ((table: string) => {
      reads += 1;
      return away ? { select: () => Promise.reject(new Error('away')) } : db(table);
    }) as unknown as typeof db;
    const { get } = createSettings(counted);
    await expect(get('allow_registration')).rejects.toThrow('away');
    away = false;
    await Promise.all([get('allow_registration'), get('email_verification'), get('phone_verification')]);
    expect(reads).toBe(2);
  });
});
