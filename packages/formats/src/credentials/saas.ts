import { vendor } from './format.ts'

/** Identity, design, planning, documents and other services. */
export const saas = [
  ...vendor('Notion', 'developers.notion.com/reference/authentication', {
    notion_token: { what: 'integration token', is: ['ntn_<d11><n35>', 'secret_<n43>'] },
  }),
  ...vendor('Linear', 'linear.app/developers: keys and OAuth tokens', {
    linear_key: { what: 'API key or OAuth token', is: ['lin_api_<n40>', 'lin_oauth_<h64>', 'lin_wh_<n40>'] },
    linear_client_secret: { what: 'client secret', is: '<h32>', named: 'linear' },
  }),
  ...vendor('Asana', 'developers.asana.com/docs/authentication: app id of 16 digits, secret of 32', {
    asana_token: { what: 'personal access token', is: ['1/<d16>:<h32>', '2/<d16>/<d16>:<h32>'] },
    asana_client_secret: { what: 'client secret', is: '<n32>', named: 'asana' },
    asana_client_id: { what: 'client id', is: '<d16>', named: 'asana', score: 0.5 },
  }),
  ...vendor('Figma', 'developers.figma.com/docs/rest-api/authentication', {
    figma_token: { what: 'personal access token', is: ['figd_<w40>', 'figo_<w40>', 'figu_<w40>'] },
  }),
  ...vendor('Frame.io', 'developer.frame.io/docs: developer tokens', {
    frameio_token: { what: 'developer token', is: 'fio-u-<v64>' },
  }),
  ...vendor('ReadMe', 'docs.readme.com: keys', { readme_key: { what: 'API key', is: 'rdme_<a70>' } }),
  ...vendor('Adobe', 'developer.adobe.com/developer-console/docs/guides/authentication', {
    adobe_client_secret: { what: 'client secret', is: 'p8e-<w32>' },
    adobe_client_id: { what: 'client id', is: '<h32>', named: 'adobe', score: 0.6 },
  }),
  ...vendor('Adafruit', 'io.adafruit.com/api/docs: keys', {
    adafruit_key: { what: 'IO key', is: 'aio_<n28>' },
    adafruit_legacy_key: { what: 'IO key without a prefix', is: '<w32>', named: 'adafruit' },
  }),
  ...vendor('Okta', 'developer.okta.com/docs/guides/create-an-api-token: 42 characters from 00', {
    okta_token: { what: 'API token', is: '00<v40>', named: 'okta ssws' },
  }),
  ...vendor('Auth0', 'auth0.com/docs/get-started/applications: client secrets of 64 characters', {
    auth0_secret: { what: 'client secret', is: '<w64>', named: 'auth0' },
  }),
  ...vendor('Salesforce', 'developer.salesforce.com: session ids start with the organisation', {
    salesforce_token: { what: 'session id or access token', is: ['00D<n12>!<v80-130>'] },
  }),
  ...vendor('42', 'api.intra.42.fr/apidoc: client secrets', {
    intra42_secret: { what: 'client secret', is: ['s-s4t2ud-<h64>', 's-s4t2af-<h64>'] },
  }),
  ...vendor('SettleMint', 'console.settlemint.com/documentation: tokens by kind', {
    settlemint_personal_token: { what: 'personal access token', is: 'sm_pat_<n16>' },
    settlemint_application_token: { what: 'application access token', is: 'sm_aat_<n16>' },
    settlemint_service_token: { what: 'service access token', is: 'sm_sat_<n16>' },
  }),
  ...vendor('RapidAPI', 'docs.rapidapi.com: keys of 50 characters', {
    rapidapi_key: { what: 'API key', is: '<w50>', named: 'rapidapi' },
  }),
  ...vendor('Squarespace', 'developers.squarespace.com: keys are UUIDs', {
    squarespace_key: { what: 'API key', is: '<uuid>', named: 'squarespace' },
  }),
  ...vendor('Flickr', 'flickr.com/services/api: keys of 32 characters', {
    flickr_key: { what: 'API key', is: '<a32>', named: 'flickr' },
  }),
  ...vendor('The New York Times', 'developer.nytimes.com: keys of 32 characters', {
    nytimes_key: { what: 'API key', is: '<v32>', named: 'nytimes newyorktimes new-york-times new_york_times' },
  }),
  ...vendor('OpenWeather', 'openweathermap.org/appid: keys of 32 hexadecimal digits', {
    openweather_key: { what: 'API key', is: '<h32>', named: 'openweather owm_ appid' },
  }),
  ...vendor('VirusTotal', 'docs.virustotal.com: keys of 64 hexadecimal digits', {
    virustotal_key: { what: 'API key', is: '<h64>', named: 'virustotal vt_api' },
  }),
  ...vendor('Shodan', 'developer.shodan.io: keys of 32 characters', {
    shodan_key: { what: 'API key', is: '<n32>', named: 'shodan' },
  }),
  ...vendor('ClickUp', 'developer.clickup.com/docs/authentication', {
    clickup_token: { what: 'personal token', is: 'pk_<d6-9>_<A32>' },
  }),
  ...vendor('WakaTime', 'wakatime.com/developers', { wakatime_key: { what: 'API key', is: 'waka_<uuid>' } }),
  ...vendor('Calendly', 'developer.calendly.com: keys of webhooks', {
    calendly_key: { what: 'API key', is: '<A32>', named: 'calendly' },
  }),
  ...vendor('Zapier', 'help.zapier.com, webhooks', {
    zapier_webhook: { what: 'catch hook', is: 'hooks.zapier.com/hooks/catch/<d5-9>/<n6-10>' },
  }),
  ...vendor('IFTTT', 'ifttt.com/maker_webhooks', {
    ifttt_webhook: { what: 'webhook with its key', is: 'maker.ifttt.com/use/<w20-50>' },
  }),
]
