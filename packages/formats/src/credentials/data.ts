import { endsInBech32 } from './checks.ts'
import { vendor } from './format.ts'

/** Databases, stores of files, keys for encryption. */
export const data = [
  ...vendor('PlanetScale', 'planetscale.com/docs: service tokens, OAuth tokens and passwords', {
    planetscale_token: { what: 'service token', is: 'pscale_tkn_<v32-64>' },
    planetscale_oauth_token: { what: 'OAuth token', is: 'pscale_oauth_<v32-64>' },
    planetscale_password: { what: 'password', is: 'pscale_pw_<v32-64>' },
  }),
  ...vendor('Supabase', 'supabase.com/docs/guides/api/api-keys', {
    supabase_secret: { what: 'secret or personal key', is: ['sb_secret_<w31>', 'sbp_<h40>', 'sbp_v0_<h40>'] },
  }),
  ...vendor('Neon', 'neon.com/docs/manage/api-keys', { neon_key: { what: 'API key', is: 'napi_<a64>' } }),
  ...vendor('ClickHouse', 'clickhouse.com/docs/cloud/manage/openapi: secrets of API keys', {
    clickhouse_secret: { what: 'Cloud API secret', is: '4b1d<n38>' },
  }),
  ...vendor('Confluent', 'docs.confluent.io/cloud: key of 16, secret of 64 characters', {
    confluent_key: { what: 'API key', is: '<n16>', named: 'confluent' },
    confluent_secret: { what: 'API secret', is: ['cflt<b60>', '<b64>'], named: 'confluent' },
  }),
  ...vendor('MongoDB', 'mongodb.com/docs/atlas: private keys are UUIDs, service accounts have a prefix', {
    mongodb_key: { what: 'Atlas private key', is: '<uuid>', named: 'atlas mongodb' },
    mongodb_service_secret: { what: 'Atlas service account secret', is: 'mdb_sa_sk_<w40>' },
  }),
  ...vendor('Algolia', 'algolia.com/doc/guides/security/api-keys: 32 hexadecimal digits', {
    algolia_key: { what: 'API key', is: '<a32>', named: 'algolia' },
  }),
  ...vendor('Contentful', 'contentful.com/developers/docs/references/authentication', {
    contentful_management_token: { what: 'management token', is: 'CFPAT-<w43>' },
    contentful_token: { what: 'delivery token', is: '<v43>', named: 'contentful' },
  }),
  ...vendor('Airtable', 'airtable.com/developers/web/api/authentication: id of 17 and secret of 64', {
    airtable_token: { what: 'personal access token', is: 'pat<n14>.<h64>' },
    airtable_key: { what: 'API key (ended 2024)', is: ['key<n14>', '<a17>'], named: 'airtable' },
  }),
  ...vendor('Dropbox', 'dropbox.com/developers/documentation: app keys of 15 characters, short-lived tokens', {
    dropbox_token: { what: 'short-lived token', is: ['sl.<v130-152>', 'sl.u.<w130-1300>', 'sl.B<w130-1300>'] },
    dropbox_long_token: { what: 'long-lived token', is: ['<a11>AAAAAAAAAA<v43>', '<w11>AAAAAAAAAA<w43>'], score: 0.85 },
    dropbox_key: { what: 'app key or secret', is: '<a15>', named: 'dropbox' },
  }),
  ...vendor('Cloudinary', 'cloudinary.com/documentation: connection addresses', {
    cloudinary_url: { what: 'address with key and secret', is: 'cloudinary://<d12-18>:<w20-32>@' },
  }),
  ...vendor('Looker', 'cloud.google.com/looker/docs/admin-panel-users-users: id of 20, secret of 24', {
    looker_client_id: { what: 'API client id', is: '<a20>', named: 'looker' },
    looker_client_secret: { what: 'API client secret', is: '<a24>', named: 'looker' },
  }),
  ...vendor('MaxMind', 'dev.maxmind.com/license-key-format: id, key, and a suffix', {
    maxmind_key: { what: 'licence key', is: ['<n6>_<n29>_mmk'] },
  }),
  ...vendor('Mapbox', 'docs.mapbox.com/accounts/guides/tokens', {
    mapbox_token: { what: 'access token', is: ['sk.eyJ<w40-300>.<w22>', 'tk.eyJ<w40-300>.<w22>'] },
    mapbox_named_token: {
      what: 'public or secret token',
      is: ['pk.<w60-300>.<w22>', 'sk.<w60-300>.<w22>'],
      named: 'mapbox',
      score: 0.6,
    },
  }),
  ...vendor('age', 'age-encryption.org/v1: identities in Bech32, with its checksum', {
    age_identity: { what: 'private key', is: 'AGE-SECRET-KEY-1<A58>', check: endsInBech32 },
  }),
  ...vendor('WireGuard', 'wireguard.com: keys of 32 bytes in base64', {
    wireguard_key: { what: 'private key', is: '<b43>=', named: 'privatekey presharedkey' },
  }),
]
