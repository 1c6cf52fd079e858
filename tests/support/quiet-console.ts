import { afterEach, beforeEach, expect, vi } from 'vitest';

const methods = ['log', 'info', 'warn', 'error'] as const;

// What the product prints in a test is either asserted or a defect.
beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method);
});

afterEach(() => {
  for (const method of methods)
    expect(vi.mocked(console[method]), `console.${method} was called`).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
