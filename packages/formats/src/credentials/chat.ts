import { vendor } from './format.ts'

/** Chat, telephony and social networks. */
export const chat = [
  ...vendor('Slack', 'api.slack.com/authentication/token-types', {
    slack_bot_token: {
      what: 'bot token',
      is: ['xoxb-<d7-14>-<d7-14>-<n20-40>', 'xoxb-<d9-14>-<w9-60>', 'xoxb-<d7-14>-<n18-40>'],
    },
    slack_user_token: {
      what: 'user token',
      is: ['xoxp-<d9-14>-<d9-14>-<d9-14>-<w28-60>', 'xoxe-<d9-14>-<d9-14>-<d9-14>-<w28-60>', 'xoxp-<d1-14>-<w12-80>'],
    },
    slack_app_token: { what: 'app-level token', is: 'xapp-<d1>-<A6-14>-<d4-16>-<a8-80>' },
    slack_config_token: {
      what: 'configuration token',
      is: ['xoxe.xoxp-<d1>-<A100-200>', 'xoxe.xoxb-<d1>-<A100-200>', 'xoxe-<d1>-<A100-200>', 'xoxp-<d1>-<A100-200>'],
    },
    slack_legacy_token: {
      what: 'legacy user or workspace token',
      is: ['xoxs-<d1-14>-<w16-100>', 'xoxo-<d1-14>-<w16-100>', 'xoxa-<w8-80>', 'xoxr-<w8-80>', 'xoxa-2-<w8-80>'],
    },
    slack_cookie: { what: 'session cookie', is: 'xoxd-<b40-200>' },
    slack_webhook: {
      what: 'incoming webhook or workflow trigger',
      is: [
        'hooks.slack.com/services/<A8-12>/<A8-12>/<n20-28>',
        'hooks.slack.com/workflows/<A8-12>/<A8-12>/<n15-20>/<n20-28>',
        'hooks.slack.com/triggers/<A8-12>/<d10-16>/<n20-40>',
      ],
    },
  }),
  ...vendor(
    'Discord',
    'discord.com/developers/docs/reference: snowflakes; bot tokens are an id in base64, a time and a signature',
    {
      discord_bot_token: {
        what: 'bot token',
        is: ['<w24>.<w6>.<w27>', '<w26>.<w6>.<w38>', '<w24>.<w6>.<w38>', '<w26>.<w6>.<w27>'],
        named: 'discord bot token auth',
        score: 0.85,
      },
      discord_key: { what: 'public key or API token', is: '<h64>', named: 'discord' },
      discord_client_secret: { what: 'OAuth client secret', is: '<w32>', named: 'discord' },
      discord_client_id: { what: 'application id', is: '<d18-19>', named: 'discord', score: 0.5 },
      discord_webhook: {
        what: 'webhook',
        is: ['discord.com/api/webhooks/<d17-20>/<w60-80>', 'discordapp.com/api/webhooks/<d17-20>/<w60-80>'],
      },
    },
  ),
  ...vendor('Telegram', 'core.telegram.org/bots/api#authorizing-your-bot', {
    telegram_bot_token: { what: 'bot token', is: ['<d8-10>:AA<w33>'], named: 'bot tg_ token telegr api_key apikey' },
    telegram_bot_url: { what: 'bot token in an address', is: 'api.telegram.org/bot<d8-10>:<w35>' },
    telegram_named_token: { what: 'bot token of another length', is: '<d5-16>:A<w34>', named: 'telegr' },
  }),
  ...vendor('Microsoft Teams', 'learn.microsoft.com/microsoftteams, incoming webhooks', {
    teams_webhook: {
      what: 'incoming webhook',
      is: [
        'webhook.office.com/webhookb2/<n8>-<n4>-<n4>-<n4>-<n12>@<n8>-<n4>-<n4>-<n4>-<n12>/IncomingWebhook/<n32>/<n8>-<n4>-<n4>-<n4>-<n12>',
      ],
    },
  }),
  ...vendor('Mattermost', 'developers.mattermost.com: tokens of 26 characters', {
    mattermost_token: { what: 'personal access token', is: '<a26>', named: 'mattermost' },
  }),
  ...vendor('Gitter', 'developer.gitter.im/docs/authentication', {
    gitter_token: { what: 'access token', is: '<w40>', named: 'gitter' },
  }),
  ...vendor('Twilio', 'twilio.com/docs/iam/api-keys: SIDs of two letters and 32 hexadecimal digits', {
    twilio_api_key: { what: 'API key', is: 'SK<x32>' },
    twilio_auth_token: { what: 'auth token', is: '<h32>', named: 'twilio' },
  }),
  ...vendor('Sendbird', 'sendbird.com/docs: master API tokens', {
    sendbird_token: { what: 'API token', is: '<h40>', named: 'sendbird' },
    sendbird_application_id: { what: 'application id', is: '<uuid>', named: 'sendbird', score: 0.6 },
  }),
  ...vendor('MessageBird', 'developers.messagebird.com: access keys of 25 characters', {
    messagebird_key: { what: 'access key', is: '<n25>', named: 'messagebird message_bird message-bird' },
    messagebird_client_id: {
      what: 'client id',
      is: '<uuid>',
      named: 'messagebird message_bird message-bird',
      score: 0.6,
    },
  }),
  ...vendor('Telnyx', 'developers.telnyx.com: API keys', {
    telnyx_key: { what: 'API key', is: ['KEY<A32>_<n22>', 'KEY<H32>_<w22>'] },
  }),
  ...vendor('Zoom', 'developers.zoom.us: client secrets and secret tokens', {
    zoom_secret: { what: 'client secret', is: '<n32>', named: 'zoom_client zoomclient zoom_secret zoom_api' },
  }),
  ...vendor('Ably', 'ably.com/docs/auth/basic: application, key id and secret', {
    ably_key: { what: 'API key', is: ['<w6>.<w6>:<w43>', '<w6>.<w6>:<w20-26>'], named: 'ably' },
  }),
  ...vendor('PubNub', 'pubnub.com/docs: secret keys', { pubnub_secret: { what: 'secret key', is: 'sec-c-<b40-80>' } }),
  ...vendor('Facebook', 'developers.facebook.com/docs/facebook-login/guides/access-tokens', {
    facebook_access_token: {
      what: 'user or page access token',
      is: ['EAAC<n80-300>', 'EAAG<n80-300>', 'EAAM<n80-300>', 'EAAB<n80-300>', 'EAAJ<n80-300>'],
    },
    facebook_app_token: {
      what: 'app access token: application id and signature',
      is: ['<d15-16>|<w27-40>', '<d15-16>%7C<w27-40>', '<d15-16>%<w27-40>'],
      score: 0.7,
    },
    facebook_secret: { what: 'app secret', is: '<h32>', named: 'facebook fb_ instagram' },
  }),
  ...vendor('X (Twitter)', 'developer.x.com/en/docs/authentication: key 25, secret 50, token id-40, bearer', {
    twitter_bearer: { what: 'bearer token', is: 'AAAAAAAAAAAAAAAAAAAAA<q60-120>' },
    twitter_token: { what: 'access token', is: '<d9-25>-<n20-45>', named: 'twitter' },
    twitter_key: { what: 'API key', is: '<n25>', named: 'twitter' },
    twitter_secret: { what: 'API secret', is: '<n50>', named: 'twitter' },
    twitter_token_secret: { what: 'access token secret', is: '<n45>', named: 'twitter' },
  }),
  ...vendor('LinkedIn', 'learn.microsoft.com/linkedin/shared/authentication', {
    linkedin_client_secret: {
      what: 'client secret',
      is: ['WPL_AP1.<n16>.<b6>==', '<n16>'],
      named: 'linkedin linked-in linked_in',
    },
    linkedin_client_id: { what: 'client id', is: '<a14>', named: 'linkedin linked-in linked_in', score: 0.6 },
  }),
  ...vendor('Twitch', 'dev.twitch.tv/docs/authentication: 30 characters', {
    twitch_token: { what: 'token or client secret', is: '<a30>', named: 'twitch' },
    twitch_chat_token: { what: 'token for chat', is: 'oauth:<a30>' },
  }),
]
