import type { Advice } from '../rules/rule.ts'

const PORTAL = 'Create a new one in the developer settings of the account and delete this one.'

/** Payment, shops, banks and exchanges. */
export default {
  Stripe: {
    severity: 'CRITICAL',
    grants: 'charge and refund customers and read their data',
    revoke: 'Roll the key under Developers > API keys, and check the request log for use of the key.',
    kinds: {
      stripe_webhook_secret: {
        severity: 'HIGH',
        grants: 'forge events that your endpoint trusts',
        revoke: 'Roll the signing secret of the endpoint.',
      },
    },
  },
  Square: {
    severity: 'CRITICAL',
    grants: 'take payments and read customers of the seller',
    revoke: 'Replace it in the application under Credentials, or call RevokeToken.',
  },
  PayPal: { severity: 'CRITICAL', grants: 'move money and read transactions of the merchant', revoke: PORTAL },
  Shopify: {
    severity: 'CRITICAL',
    grants: 'read and change orders, customers and products of the shop',
    revoke: 'Uninstall the app or rotate its credentials in the partner or shop settings.',
  },
  Plaid: {
    severity: 'CRITICAL',
    grants: 'read bank accounts of the linked user',
    revoke: 'Call /item/remove for the token, or rotate the secret in the dashboard.',
  },
  Flutterwave: { severity: 'CRITICAL', grants: 'move money of the merchant', revoke: PORTAL },
  Razorpay: {
    severity: 'HIGH',
    grants: 'identify the merchant account and, with its secret, take and refund payments',
    revoke: 'Regenerate the key under Account & Settings > API keys.',
  },
  Mollie: { severity: 'CRITICAL', grants: 'take and refund payments of the profile', revoke: PORTAL },
  GoCardless: { severity: 'CRITICAL', grants: 'collect direct debits for the merchant', revoke: PORTAL },
  Adyen: {
    severity: 'CRITICAL',
    grants: 'make payments with the roles of its credential',
    revoke: 'Generate a new one under API credentials; you can revoke the old one immediately.',
  },
  Paddle: {
    severity: 'CRITICAL',
    grants: 'read and change subscriptions and customers',
    revoke: 'Revoke it under Developer tools > Authentication.',
  },
  Xendit: { severity: 'CRITICAL', grants: 'collect and pay out money of the merchant', revoke: PORTAL },
  EasyPost: {
    severity: 'HIGH',
    grants: 'buy postage at your expense',
    revoke: PORTAL,
    kinds: { easypost_test_key: { severity: 'LOW', grants: 'call the API in test mode' } },
  },
  Duffel: { severity: 'HIGH', grants: 'book and change travel', revoke: PORTAL },
  Lob: { severity: 'HIGH', grants: 'send mail at your expense and read addresses', revoke: PORTAL },
  Shippo: { severity: 'HIGH', grants: 'buy postage at your expense', revoke: PORTAL },
  Freemius: { severity: 'HIGH', grants: 'read and change licenses and customers of the product', revoke: PORTAL },
  Finicity: {
    severity: 'HIGH',
    grants: 'read bank data of linked customers if the other credentials leak too',
    revoke: PORTAL,
  },
  Coinbase: { severity: 'CRITICAL', grants: 'move funds within its permissions', revoke: PORTAL },
  Binance: { severity: 'CRITICAL', grants: 'trade and, where allowed, withdraw funds', revoke: PORTAL },
  Kraken: { severity: 'CRITICAL', grants: 'trade and, where allowed, withdraw funds', revoke: PORTAL },
  KuCoin: { severity: 'CRITICAL', grants: 'trade and, where allowed, withdraw funds', revoke: PORTAL },
  Bittrex: {
    severity: 'LOW',
    grants: 'no longer use it, because the exchange closed in 2023',
    revoke: 'Nothing to revoke; remove the value.',
  },
  FreshBooks: { severity: 'HIGH', grants: 'read and change the books of the business', revoke: PORTAL },
  Finnhub: { severity: 'LOW', grants: 'read market data at your expense', revoke: PORTAL },
  Etsy: { severity: 'MEDIUM', grants: 'call the API on behalf of the application', revoke: PORTAL },
} satisfies Advice
