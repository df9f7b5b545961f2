import { vendor } from './format.ts'

/** Mail, marketing and customer messages. */
export const mail = [
  ...vendor('SendGrid', 'twilio.com/docs/sendgrid: id of 22 and secret of 43 characters', {
    sendgrid_key: { what: 'API key', is: ['SG.<w22>.<w43>', 'SG.<v66>'] },
  }),
  ...vendor('Mailgun', 'documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt', {
    mailgun_private_key: { what: 'private key', is: ['key-<h32>', '<h32>-<h8>-<h8>'], named: 'mailgun mg_api' },
    mailgun_marked_key: { what: 'private key without its name', is: 'key-<h32>', score: 0.7 },
    mailgun_public_key: { what: 'public validation key', is: 'pubkey-<h32>', score: 0.6 },
    mailgun_signing_key: { what: 'webhook signing key', is: ['<a32>-<a8>-<a8>', '<h32>'], named: 'mailgun' },
  }),
  ...vendor(
    'Mailchimp',
    'mailchimp.com/developer/marketing/docs/fundamentals: 32 hexadecimal digits and the data centre',
    {
      mailchimp_key: { what: 'API key', is: ['<h32>-us<d1-2>'] },
      mandrill_key: { what: 'Mandrill key', is: 'md-<w22>' },
    },
  ),
  ...vendor('Brevo', 'developers.brevo.com: keys of API and SMTP', {
    brevo_key: { what: 'API or SMTP key', is: ['xkeysib-<h64>-<n16>', 'xsmtpsib-<h64>-<n16>'] },
  }),
  ...vendor('Resend', 'resend.com/docs/api-reference', { resend_key: { what: 'API key', is: 're_<n8>_<n24>' } }),
  ...vendor('Postmark', 'postmarkapp.com/developer: server and account tokens are UUIDs', {
    postmark_token: { what: 'server token', is: '<uuid>', named: 'postmark' },
  }),
  ...vendor('Mailjet', 'dev.mailjet.com: key and secret of 32 hexadecimal digits', {
    mailjet_key: { what: 'key or secret', is: '<h32>', named: 'mailjet mj_apikey' },
  }),
  ...vendor('MailerSend', 'developers.mailersend.com', { mailersend_token: { what: 'API token', is: 'mlsn.<h64>' } }),
  ...vendor('Klaviyo', 'developers.klaviyo.com/en/docs/authenticate_', {
    klaviyo_key: { what: 'private key', is: 'pk_<h34>' },
  }),
  ...vendor('SparkPost', 'developers.sparkpost.com: keys of 40 hexadecimal digits', {
    sparkpost_key: { what: 'API key', is: '<h40>', named: 'sparkpost' },
  }),
  ...vendor('Beamer', 'getbeamer.com/api: keys', { beamer_key: { what: 'API key', is: ['b_<v44>'], named: 'beamer' } }),
  ...vendor('Intercom', 'developers.intercom.com/docs/build-an-integration: "tok:" in base64, or 60 characters', {
    intercom_token: { what: 'access token', is: 'dG9rO<b40-80>=' },
    intercom_named_token: { what: 'access token without a mark', is: '<v60>', named: 'intercom' },
  }),
  ...vendor('Zendesk', 'developer.zendesk.com: API tokens of 40 characters', {
    zendesk_token: { what: 'API token', is: '<n40>', named: 'zendesk' },
  }),
  ...vendor('HubSpot', 'developers.hubspot.com/docs/api/private-apps: region and UUID', {
    hubspot_token: { what: 'private app token', is: ['pat-na<d1>-<uuid>', 'pat-eu<d1>-<uuid>', 'pat-ap<d1>-<uuid>'] },
    hubspot_legacy_key: { what: 'API key (UUID)', is: '<uuid>', named: 'hubspot hapikey' },
  }),
  ...vendor('Typeform', 'typeform.com/developers: personal access tokens', {
    typeform_token: { what: 'personal access token', is: ['tfp_<v59>', 'tfp_<w40-50>_<w12-20>'] },
  }),
]
