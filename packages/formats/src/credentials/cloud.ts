import { vendor } from './format.ts'

/** The digit before `Q~` of an Azure client secret: 7 and 8 are in use. */
const VERSIONS = Array.from('0123456789')

/** These keys are signed URLs in base64, without their scheme. */
const BEDROCK_HOST = Buffer.from('bedrock.amazonaws.com').toString('base64')

/** Cloud and hosting providers and their services. */
export const cloud = [
  ...vendor(
    'Amazon Web Services',
    'docs.aws.amazon.com, IAM identifiers: unique prefixes, then 16 characters of base32',
    {
      aws_access_key_id: { what: 'access key id', is: ['AKIA<t16>', 'ASIA<t16>', 'ABIA<t16>', 'ACCA<t16>'] },
      aws_bedrock_key: { what: 'long-term Bedrock API key', is: 'ABSK<b100-300>' },
      aws_bedrock_short_key: { what: 'short-term Bedrock API key', is: `bedrock-api-key-${BEDROCK_HOST}<e20-4000>` },
      aws_secret_access_key: {
        what: 'secret access key',
        is: '<b40>',
        named: 'aws secret_access secretaccess secret_key',
      },
      aws_session_token: {
        what: 'session token',
        is: '<b100-1500>',
        named: 'session_token sessiontoken security_token',
      },
    },
  ),
  ...vendor('Google Cloud', 'cloud.google.com/docs/authentication: API keys and OAuth clients', {
    google_api_key: { what: 'API key', is: 'AIza<w35>' },
    google_oauth_client_secret: { what: 'OAuth client secret', is: 'GOCSPX-<w28>' },
    google_oauth_access_token: { what: 'OAuth access token', is: 'ya29.<w40-1000>' },
    google_oauth_refresh_token: { what: 'OAuth refresh token', is: '1//0<w40-120>' },
  }),
  ...vendor(
    'Microsoft Azure',
    'learn.microsoft.com: identifiable secrets, credential formats of Entra ID and Storage',
    {
      azure_client_secret: {
        what: 'client secret of an app registration',
        is: VERSIONS.map((version) => `<s3>${version}Q~<s31-34>`),
      },
      azure_storage_key: { what: 'storage account key', is: ['<b76>+ASt<b6>==', 'AccountKey=<b86>=='] },
      azure_identifiable_key: {
        // Each service has a signature at a fixed position of the 84 characters.
        what: 'key of a service with a signature inside',
        is: [
          '<n52>JQQJ9<n27>',
          '<n76>AZDO<n4>',
          '<n40>AzFu<n8>==',
          '<n42>AzSe<n6>',
          '<b38>ACDb<b42>==',
          '<b33>+ASb<b6>=',
          '<b33>+AEh<b6>=',
          '<b42>+ACR<b6>',
        ],
      },
      azure_devops_token: {
        what: 'DevOps personal access token',
        is: ['<a52>', '<n84>'],
        named: 'azure devops vsts ado_',
      },
      azure_shared_access_signature: {
        what: 'shared access signature',
        is: ['&sig=<n20-60>%3D', '?sig=<n20-60>%3D', 'SharedAccessKey=<b43>='],
      },
      azure_openai_key: {
        what: 'key of a cognitive or OpenAI service',
        is: '<h32>',
        named: 'azure cognitive ocp-apim subscription_key',
      },
    },
  ),
  ...vendor('DigitalOcean', 'docs.digitalocean.com/reference/api: tokens start with their kind and version', {
    digitalocean_personal_token: { what: 'personal access token', is: 'dop_v1_<h64>' },
    digitalocean_oauth_token: { what: 'OAuth access token', is: 'doo_v1_<h64>' },
    digitalocean_refresh_token: { what: 'OAuth refresh token', is: 'dor_v1_<h64>' },
    digitalocean_spaces_key: { what: 'Spaces access key', is: 'DO00<A16>' },
  }),
  ...vendor('Alibaba Cloud', 'alibabacloud.com/help/ram: AccessKey pairs', {
    alibaba_access_key_id: { what: 'AccessKey id', is: ['LTAI<n20>', 'LTAI<n12>', 'LTAI<n17>'] },
    alibaba_access_key_secret: { what: 'AccessKey secret', is: '<n30>', named: 'alibaba aliyun alicloud' },
  }),
  ...vendor('Tencent Cloud', 'tencentcloud.com/document: SecretId and SecretKey', {
    tencent_secret_id: { what: 'SecretId', is: 'AKID<n32>' },
    tencent_secret_key: { what: 'SecretKey', is: '<n32>', named: 'tencent qcloud' },
  }),
  ...vendor('Yandex Cloud', 'yandex.cloud/docs/iam/concepts/authorization: formats of tokens and keys', {
    yandex_iam_token: { what: 'IAM token', is: 't1.<v7-400>.<w86>', score: 0.9 },
    yandex_iam_token_padded: { what: 'IAM token with padding', is: ['t1.<e7-400>.<w86>=', 't1.<e7-400>.<w86>=='] },
    yandex_api_key: { what: 'API key', is: ['AQVN<w35-38>'] },
    yandex_static_key: { what: 'static access key', is: 'YC<w38>' },
    yandex_oauth_token: { what: 'OAuth token', is: ['y0_<w53-60>', 'y0__<w50-80>'] },
  }),
  ...vendor('IBM Cloud', 'cloud.ibm.com/docs/account: API keys of 44 characters', {
    ibm_cloud_key: { what: 'API key', is: '<w44>', named: 'ibm bluemix watson' },
  }),
  ...vendor('Heroku', 'devcenter.heroku.com/articles/authentication: tokens with the prefix HRKU-, UUIDs before 2024', {
    heroku_api_key: { what: 'API key', is: 'HRKU-<w58-66>' },
    heroku_legacy_key: { what: 'API key (UUID)', is: '<uuid>', named: 'heroku' },
  }),
  ...vendor('Fly.io', 'fly.io/docs/security/tokens: macaroons and personal tokens', {
    flyio_token: { what: 'access token', is: ['fm2_<e80-2000>', 'fm1r_<e80-2000>', 'fm1a_<e80-2000>', 'fo1_<w43>'] },
  }),
  ...vendor(
    'Cloudflare',
    'developers.cloudflare.com/fundamentals/api: API tokens of 40 characters, global keys of 37',
    {
      cloudflare_origin_ca_key: { what: 'Origin CA key', is: 'v1.0-<h24>-<h146>' },
      cloudflare_api_token: { what: 'API token', is: '<w40>', named: 'cloudflare cf_api cf_token' },
      cloudflare_global_key: { what: 'global API key', is: '<h37>', named: 'cloudflare cf_api' },
    },
  ),
  ...vendor('Scaleway', 'scaleway.com/en/docs/iam: access keys start with SCW', {
    scaleway_access_key: { what: 'access key', is: 'SCW<A17>' },
    scaleway_secret_key: { what: 'secret key', is: '<uuid>', named: 'scaleway scw_secret' },
  }),
  ...vendor('Hetzner', 'docs.hetzner.cloud: tokens of 64 letters and digits', {
    hetzner_token: { what: 'API token', is: '<n64>', named: 'hetzner hcloud' },
  }),
  ...vendor('Linode', 'techdocs.akamai.com/linode-api: tokens of 64 hexadecimal digits', {
    linode_token: { what: 'personal access token', is: '<h64>', named: 'linode' },
  }),
  ...vendor('Vultr', 'vultr.com/api: keys of 36 capitals and digits', {
    vultr_key: { what: 'API key', is: '<A36>', named: 'vultr' },
  }),
  ...vendor('Netlify', 'docs.netlify.com/api: personal access tokens', {
    netlify_token: { what: 'personal access token', is: ['nfp_<n36-60>', 'nfc_<n36-60>', 'nfo_<n36-60>'] },
    netlify_legacy_token: { what: 'personal access token without a prefix', is: '<v40-46>', named: 'netlify' },
  }),
  ...vendor('Vercel', 'vercel.com/docs/rest-api: tokens', {
    vercel_token: { what: 'access token', is: ['vcp_<n56>', 'vci_<n56>', 'vcr_<n56>', 'vck_<n56>'] },
    vercel_legacy_token: { what: 'access token without a prefix', is: '<n24>', named: 'vercel zeit_' },
    vercel_blob_token: { what: 'Blob token', is: 'vercel_blob_rw_<n16>_<n30>' },
  }),
  ...vendor('Render', 'render.com/docs/api: keys', { render_key: { what: 'API key', is: 'rnd_<n28-32>' } }),
  ...vendor('Scalingo', 'developers.scalingo.com: API tokens', {
    scalingo_token: { what: 'API token', is: ['tk-us-<w48>', 'tk-eu-<w48>'] },
  }),
  ...vendor('Databricks', 'docs.databricks.com/dev-tools/auth/pat: personal access tokens', {
    databricks_token: { what: 'personal access token', is: ['dapi<h32>-<d1>', 'dapi<h32>', 'dkea<h32>', 'dose<h32>'] },
  }),
  ...vendor('Red Hat OpenShift', 'docs.openshift.com, managing OAuth access tokens', {
    openshift_token: { what: 'user token', is: 'sha256~<w43>' },
  }),
  ...vendor('Cisco Meraki', 'developer.cisco.com/meraki: keys of 40 hexadecimal digits', {
    meraki_key: { what: 'API key', is: '<h40>', named: 'meraki' },
  }),
  ...vendor('Fastly', 'docs.fastly.com/guides/using-api-tokens: 32 characters', {
    fastly_token: { what: 'API token', is: '<v32>', named: 'fastly' },
  }),
  ...vendor('Tailscale', 'tailscale.com/kb: key prefixes', {
    tailscale_key: {
      what: 'auth, API or OAuth client key',
      is: ['tskey-auth-<n10-24>-<n20-48>', 'tskey-api-<n10-24>-<n20-48>', 'tskey-client-<n10-24>-<n20-48>'],
    },
  }),
  ...vendor('ngrok', 'ngrok.com/docs/agent: authtokens', {
    ngrok_token: { what: 'authtoken', is: '<n27>_<n21>', named: 'ngrok' },
  }),
  ...vendor('Defined Networking', 'docs.defined.net/guides/api-keys', {
    defined_networking_key: { what: 'API key', is: ['dnkey-<v26>-<v52>'] },
  }),
  ...vendor(
    'Sidekiq',
    'github.com/sidekiq/sidekiq/wiki/Commercial-FAQ: gem server credentials of two groups of eight',
    {
      sidekiq_credentials: { what: 'gem server credentials', is: '<h8>:<h8>', named: 'contribsys sidekiq' },
    },
  ),
]
