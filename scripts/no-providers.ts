/** What a process is told that must start but use no outside service: addresses where nobody answers. */
export const noProviders = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Podium <hello@podium.example>',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'nothing here sends text messages',
  TWILIO_FROM: '+15005550006',
  TWILIO_API_URL: 'http://127.0.0.1:9',
  S3_BUCKET: 'nothing-here',
  S3_ACCESS_KEY_ID: 'nobody',
  S3_SECRET_ACCESS_KEY: 'nothing',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  STRIPE_SECRET_KEY: 'sk_test_nobody',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
  STRIPE_API_URL: 'http://127.0.0.1:9',
};
