/** Where people reach us, as the footer, the help page and the legal texts show it. Set these before going live (README). */
export const contacts = {
  support: 'support@podium.example',
  privacy: 'privacy@podium.example',
  prizes: 'prizes@podium.example',
} as const;
