import { type Text } from '../plural.ts'

export const messages = {
  keyList: {
    keyRevoked: 'Key revoked.',
    prefix: 'Prefix',
    lastUsed: 'Last used',
    revoke: (name: Text) => `Revoke ${name}`,
    noApiKeys: 'No API keys',
    keysOfScopeRuntimeCheckTexts:
      'Keys with the runtime scope screen text and tool calls; keys with the admin scope can also change policies. Each key is shown once.',
    revoke2: (name: Text) => `Revoke ${name}?`,
    revoke3: 'Revoke',
    requestsWithThisKeyAreRejected:
      'Requests with this key are rejected immediately on every instance. This cannot be undone.',
  },
  keys: {
    credentialsForProgramsAnd: 'Credentials for programs and members of your tenant.',
  },
  newKey: {
    keyCreated: 'Key created',
    theProgramOrPersonThatUsesThe: 'Name of the program or person that uses the key.',
    webShopProduction: 'Web shop, production',
    runtimeCheckTextsAndToolCalls: 'Runtime: screen text and tool calls',
    adminAlsoChangePoliciesKeysAnd: 'Admin: also change policies, keys and tools',
    expiryDate: 'Expiry date',
    leaveEmptyForNoExpiry: 'Leave empty for no expiry.',
    usedIfACallDoesNotNameAnAgent: 'Used if a call does not specify an agent.',
  },
  usageBars: {
    requestsThisMinute: 'Requests this minute',
    tokensToday: 'Tokens today',
    of: (choice: Text) => `of ${choice}`,
    unlimited: 'Unlimited',
    ofRequests: (value: Text) => `${value}% of requests`,
  },
  usage: {
    usageAndLimitsOfYourTenantPer:
      'Usage and limits of your tenant per UTC day. Tokens are estimated at four characters each.',
    loadingTheUsage: 'Loading the usage',
    tenant: (tenantId: Text) => `Tenant ${tenantId}`,
    currentSession: 'Current session',
    updatesEveryS: (seconds: Text) => `Updates every ${seconds} s`,
    requestsAndBlocksToday: 'Requests and blocks today',
  },
} as const
