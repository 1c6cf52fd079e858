import { describe, expect, it } from 'vitest';
import { loginPath, safeReturnTo } from './return-to.ts';

describe('after a login one comes back to', () => {
  it.each([
    ['/'],
    ['/?lng=es'],
    ['/vote/1'],
    ['/vote/1?x=1'],
    ['/vote/1?lng=fr&x=//evil.com'],
    ['/results/42'],
    ['/results/42?x=1'],
    ['/results/42/recount'],
  ])('%s', (path) => {
    expect(safeReturnTo(path)).toBe(path);
  });

  it.each([
    ['/vote/1#choices', '/vote/1'],
    ['/vote/./1', '/vote/1'],
    ['/admin/../vote/1', '/vote/1'],
    ['vote/1', '/vote/1'],
    [' /vote/1', '/vote/1'],
    ['/vo\nte/1', '/vote/1'],
  ])('%j as %s', (asked, path) => {
    expect(safeReturnTo(asked)).toBe(path);
  });
});

describe('after a login one is sent home, not to', () => {
  it.each([
    // other sites
    '//evil.com',
    '///evil.com',
    '////evil.com/vote/1',
    '/\\evil.com',
    '\\\\evil.com',
    '\\/evil.com/vote/1',
    '/\t/evil.com/vote/1',
    '\n//evil.com/vote/1',
    'https://evil.com',
    'https://evil.com/vote/1',
    'https:evil.com',
    'http://podium.test/vote/1',
    '//evil.com\\@podium.test/vote/1',
    '//podium.test@evil.com/vote/1',
    '/vote/1/../..//evil.com',
    '/.//evil.com',
    'https://',
    // other schemes
    'javascript:alert(1)',
    'JavaScript:alert(1)//vote/1',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'blob:http://site.invalid/vote/1',
    // encoded tricks
    '/%2F/evil.com',
    '/%2Fevil.com',
    '%2F%2Fevil.com',
    '/%5Cevil.com',
    '/%09/evil.com',
    '/vote/%31',
    '/vote/1%0d%0aSet-Cookie:x=1',
    '/vote/1%2F..%2F..%2Fadmin',
    '/vote/1/%2e%2e/%2e%2e/maintenance',
    // no route of this site that one may come back to
    '/vote/abc',
    '/vote/',
    '/vote/-1',
    '/vote/1/',
    '/vote/1/edit',
    '/vote/1;x',
    '/vote/١',
    '/Vote/1',
    '/x/vote/1',
    '/results/abc',
    '/results/recount',
    '/results/42/recount/1',
    '/vote/42/recount',
    '/maintenance',
    '/admin/topics/new/else',
    '/login',
    '/verify',
    '/api/auth/logout',
    '',
    ' ',
    '?',
    '#',
  ])('%j', (asked) => {
    expect(safeReturnTo(asked)).toBe('/');
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a number', 1],
    ['an array', ['/vote/1']],
    ['several', ['/vote/1', '//evil.com']],
    ['an object', { toString: () => '/vote/1' }],
  ])('%s', (_what, asked) => {
    expect(safeReturnTo(asked)).toBe('/');
  });
});

describe('the way to the login', () => {
  it('leads back to where one is', () => {
    expect(loginPath('/vote/1?x=1&y=2')).toBe('/login?returnTo=%2Fvote%2F1%3Fx%3D1%26y%3D2');
    const { searchParams } = new URL(loginPath('/vote/1?x=1&y=2'), 'http://podium.test');
    expect(safeReturnTo(searchParams.get('returnTo'))).toBe('/vote/1?x=1&y=2');
  });

  it.each(['/', '/login', '/verify', '//evil.com'])('is plain from %s', (from) => {
    expect(loginPath(from)).toBe('/login');
  });
});
