import { vendor } from './format.ts'

/** Payment, shops, banks and exchanges. */
export const payment = [
  ...vendor('Stripe', 'docs.stripe.com/keys: secret and restricted keys by mode', {
    stripe_key: {
      what: 'secret or restricted key',
      is: [
        'sk_live_<n10-120>',
        'sk_test_<n10-120>',
        'sk_prod_<n10-120>',
        'rk_live_<n10-120>',
        'rk_test_<n10-120>',
        'rk_prod_<n10-120>',
      ],
    },
    stripe_webhook_secret: { what: 'signing secret of a webhook', is: 'whsec_<e32-80>' },
  }),
  ...vendor('Square', 'developer.squareup.com/docs/build-basics/access-tokens', {
    square_token: { what: 'access token', is: ['sq0atp-<w22-60>', 'EAAA<w40-60>'] },
    square_secret: { what: 'OAuth secret', is: 'sq0csp-<w43>' },
  }),
  ...vendor('PayPal', 'developer.paypal.com/braintree: access tokens', {
    braintree_token: {
      what: 'Braintree access token',
      is: ['access_token$production$<a16>$<h32>', 'access_token$sandbox$<a16>$<h32>'],
    },
    paypal_secret: { what: 'REST client secret', is: 'E<w79>', named: 'paypal' },
  }),
  ...vendor('Shopify', 'shopify.dev/docs/apps/auth: prefixes of tokens and secrets', {
    shopify_access_token: { what: 'access token of a public app', is: 'shpat_<x32>' },
    shopify_custom_token: { what: 'access token of a custom app', is: 'shpca_<x32>' },
    shopify_private_token: { what: 'password of a private app', is: 'shppa_<x32>' },
    shopify_shared_secret: { what: 'shared secret', is: 'shpss_<x32>' },
    shopify_partner_token: { what: 'partner or CLI token', is: ['prtapi_<h32>', 'atkn_<h40-80>', 'shptka_<x32>'] },
  }),
  ...vendor('Plaid', 'plaid.com/docs/api/tokens: environment and UUID', {
    plaid_access_token: {
      what: 'access token',
      is: ['access-sandbox-<uuid>', 'access-development-<uuid>', 'access-production-<uuid>'],
    },
    plaid_secret: { what: 'secret', is: '<n30>', named: 'plaid' },
    plaid_client_id: { what: 'client id', is: '<n24>', named: 'plaid' },
  }),
  ...vendor('Flutterwave', 'developer.flutterwave.com/docs/authentication', {
    flutterwave_secret_key: { what: 'secret key', is: ['FLWSECK_TEST-<a32>-X', 'FLWSECK-<a32>-X'] },
    flutterwave_public_key: { what: 'public key', is: ['FLWPUBK_TEST-<a32>-X', 'FLWPUBK-<a32>-X'], score: 0.6 },
    flutterwave_encryption_key: {
      what: 'encryption key',
      is: ['FLWSECK_TEST<h12>', 'FLWSECK_TEST-<a12>', 'FLWSECK<h12>'],
    },
  }),
  ...vendor('Razorpay', 'razorpay.com/docs/api/authentication', {
    razorpay_key: { what: 'key id', is: ['rzp_live_<n14>', 'rzp_test_<n14>'] },
  }),
  ...vendor('Mollie', 'docs.mollie.com/reference/authentication', {
    mollie_key: { what: 'API key', is: 'live_<n30>', named: 'mollie' },
  }),
  ...vendor('GoCardless', 'developer.gocardless.com: access tokens', {
    gocardless_token: { what: 'access token', is: ['live_<v40>', 'sandbox_<v40>'], named: 'gocardless' },
  }),
  ...vendor('Adyen', 'docs.adyen.com/development-resources/api-credentials', {
    adyen_key: { what: 'API key', is: ['AQE<b40-300>-<b30-80>=-<w10-30>', 'AQE<b60-400>'], named: 'adyen' },
  }),
  ...vendor('Paddle', 'developer.paddle.com/api-reference/about/api-keys', {
    paddle_key: { what: 'API key', is: ['pdl_live_apikey_<a26>_<n22>_<n3>', 'pdl_sdbx_apikey_<a26>_<n22>_<n3>'] },
  }),
  ...vendor('Xendit', 'docs.xendit.co: API keys', {
    xendit_key: { what: 'secret key', is: ['xnd_production_<n40-70>', 'xnd_development_<n40-70>'] },
  }),
  ...vendor('EasyPost', 'docs.easypost.com/docs/authentication', {
    easypost_key: { what: 'production key', is: 'EZAK<n54>' },
    easypost_test_key: { what: 'test key', is: 'EZTK<n54>' },
  }),
  ...vendor('Duffel', 'duffel.com/docs/api/overview/authentication', {
    duffel_token: { what: 'access token', is: ['duffel_test_<v43>', 'duffel_live_<v43>'] },
  }),
  ...vendor('Lob', 'docs.lob.com: keys by mode', {
    lob_key: { what: 'secret key', is: ['live_<h35>', 'test_<h35>'], named: 'lob' },
    lob_publishable_key: {
      what: 'publishable key',
      is: ['live_pub_<h31>', 'test_pub_<h31>'],
      named: 'lob',
      score: 0.6,
    },
  }),
  ...vendor('Shippo', 'docs.goshippo.com/docs/guides_general/authentication', {
    shippo_token: { what: 'API token', is: ['shippo_live_<x40>', 'shippo_test_<x40>'] },
  }),
  ...vendor('Freemius', 'freemius.com/help: keys of the SDK', {
    freemius_key: { what: 'secret key', is: 'sk_<n29>', score: 0.75 },
  }),
  ...vendor('Finicity', 'developer.mastercard.com/open-finance-us: app key and partner secret', {
    finicity_key: { what: 'app key', is: '<h32>', named: 'finicity' },
    finicity_secret: { what: 'partner secret', is: '<n20>', named: 'finicity' },
  }),
  ...vendor('Coinbase', 'docs.cdp.coinbase.com: access tokens of 64 characters', {
    coinbase_token: { what: 'access token', is: '<w64>', named: 'coinbase' },
  }),
  ...vendor('Binance', 'developers.binance.com: keys and secrets of 64 characters', {
    binance_key: { what: 'API key or secret', is: '<n64>', named: 'binance' },
  }),
  ...vendor('Kraken', 'docs.kraken.com/api: private keys in base64', {
    kraken_key: { what: 'private key', is: ['<b86>==', '<e80-90>'], named: 'kraken' },
  }),
  ...vendor('KuCoin', 'kucoin.com/docs-new: key of 24 hexadecimal digits, secret a UUID', {
    kucoin_key: { what: 'API key', is: '<h24>', named: 'kucoin' },
    kucoin_secret: { what: 'API secret', is: '<uuid>', named: 'kucoin' },
  }),
  ...vendor('Bittrex', 'bittrex.github.io/api/v3 (closed 2023): keys of 32 characters', {
    bittrex_key: { what: 'key or secret', is: '<a32>', named: 'bittrex' },
  }),
  ...vendor('FreshBooks', 'freshbooks.com/api/authentication: tokens of 64 characters', {
    freshbooks_token: { what: 'access token', is: '<n64>', named: 'freshbooks' },
  }),
  ...vendor('Finnhub', 'finnhub.io/docs/api/authentication: 20 characters', {
    finnhub_key: { what: 'API key', is: ['<a20>', '<a40>'], named: 'finnhub' },
  }),
  ...vendor('Etsy', 'developers.etsy.com/documentation: keystrings of 24 characters', {
    etsy_key: { what: 'API key', is: '<a24>', named: 'etsy' },
  }),
]
