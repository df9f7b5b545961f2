import type { Advice } from '../rules/rule.ts'

const PORTAL = 'Create a new one in the developer settings of the account and delete this one.'

/** Payment, shops, banks and exchanges. */
export default {
  Stripe: {
    severity: 'CRITICAL',
    grants: 'charges and refunds customers and reads their data',
    revoke: 'Roll the key under Developers, API keys, and check the request log for use of the key.',
    kinds: {
      stripe_webhook_secret: {
        severity: 'HIGH',
        grants: 'forges events that your endpoint trusts',
        revoke: 'Roll the signing secret of the endpoint.',
      },
    },
  },
  Square: {
    severity: 'CRITICAL',
    grants: 'takes payments and reads customers of the seller',
    revoke: 'Replace it under Credentials of the application, or call RevokeToken.',
  },
  PayPal: { severity: 'CRITICAL', grants: 'moves money and reads transactions of the merchant', revoke: PORTAL },
  Shopify: {
    severity: 'CRITICAL',
    grants: 'reads and changes orders, customers and products of the shop',
    revoke: 'Uninstall the app or rotate its credentials in the partner or shop settings.',
  },
  Plaid: {
    severity: 'CRITICAL',
    grants: 'reads bank accounts of the linked user',
    revoke: 'Call /item/remove for the token, or rotate the secret in the dashboard.',
  },
  Flutterwave: { severity: 'CRITICAL', grants: 'moves money of the merchant', revoke: PORTAL },
  Razorpay: {
    severity: 'HIGH',
    grants: 'names the merchant account; with its secret, takes and refunds payments',
    revoke: 'Regenerate the key under Account & Settings, API keys.',
  },
  Mollie: { severity: 'CRITICAL', grants: 'takes and refunds payments of the profile', revoke: PORTAL },
  GoCardless: { severity: 'CRITICAL', grants: 'takes direct debits of the merchant', revoke: PORTAL },
  Adyen: {
    severity: 'CRITICAL',
    grants: 'makes payments with the roles of its credential',
    revoke: 'Generate a new one under API credentials; you can revoke the old one immediately.',
  },
  Paddle: {
    severity: 'CRITICAL',
    grants: 'reads and changes subscriptions and customers',
    revoke: 'Revoke it under Developer tools, Authentication.',
  },
  Xendit: { severity: 'CRITICAL', grants: 'takes and pays out money of the merchant', revoke: PORTAL },
  EasyPost: {
    severity: 'HIGH',
    grants: 'buys postage at your cost',
    revoke: PORTAL,
    kinds: { easypost_test_key: { severity: 'LOW', grants: 'calls the test mode' } },
  },
  Duffel: { severity: 'HIGH', grants: 'books and changes travel', revoke: PORTAL },
  Lob: { severity: 'HIGH', grants: 'sends mail at your cost and reads addresses', revoke: PORTAL },
  Shippo: { severity: 'HIGH', grants: 'buys postage at your cost', revoke: PORTAL },
  Freemius: { severity: 'HIGH', grants: 'reads and changes licences and customers of the product', revoke: PORTAL },
  Finicity: {
    severity: 'HIGH',
    grants: 'is part of the credentials that read bank data of linked customers',
    revoke: PORTAL,
  },
  Coinbase: { severity: 'CRITICAL', grants: 'moves funds within its permissions', revoke: PORTAL },
  Binance: { severity: 'CRITICAL', grants: 'trades and, where allowed, withdraws funds', revoke: PORTAL },
  Kraken: { severity: 'CRITICAL', grants: 'trades and, where allowed, withdraws funds', revoke: PORTAL },
  KuCoin: { severity: 'CRITICAL', grants: 'trades and, where allowed, withdraws funds', revoke: PORTAL },
  Bittrex: {
    severity: 'LOW',
    grants: 'traded on an exchange that closed in 2023',
    revoke: 'Nothing to revoke; remove the value.',
  },
  FreshBooks: { severity: 'HIGH', grants: 'reads and writes the books of the business', revoke: PORTAL },
  Finnhub: { severity: 'LOW', grants: 'reads market data at your cost', revoke: PORTAL },
  Etsy: { severity: 'MEDIUM', grants: 'calls the API on behalf of the application', revoke: PORTAL },
} satisfies Advice
