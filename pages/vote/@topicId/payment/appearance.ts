import type { Appearance } from '@stripe/stripe-js';
import { useSyncExternalStore } from 'react';

const dark = '(prefers-color-scheme: dark)';
const whenThemeChanges = (act: () => void) => {
  const theme = matchMedia(dark);
  theme.addEventListener('change', act);
  return () => theme.removeEventListener('change', act);
};

/** The site's colours and shapes for the card form, which is a document of the provider's; it follows the theme. */
export function useAppearance(): Appearance {
  const isDark = useSyncExternalStore(whenThemeChanges, () => matchMedia(dark).matches);
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(`--${name}`).trim();
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('brand'),
      colorBackground: token('sheet'),
      colorText: token('ink'),
      colorTextSecondary: token('ink-soft'),
      colorTextPlaceholder: token('ink-soft'),
      colorDanger: token('danger'),
      borderRadius: '3px',
      fontFamily: 'Arial, "Liberation Sans", sans-serif', // our own are not in the provider's document
      fontSizeBase: '16px',
    },
    rules: {
      '.Label': { color: token('ink'), fontWeight: '600' },
      '.Input': { border: `2px solid ${token('field')}`, boxShadow: 'none' },
      '.Input:focus': { border: `2px solid ${token('brand')}`, boxShadow: 'none' },
      '.Input--invalid': { border: `2px solid ${token('danger')}`, boxShadow: 'none' },
    },
  };
}
