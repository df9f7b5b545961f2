import { type Text } from './plural.ts'

export const messages = {
  signInCard: {
    unreachable: 'Unreachable',
    signedOut: 'Signed out',
    noSignInRequired: 'No sign-in required',
    signedIn: 'Signed in',
    theServiceDoesNotRespondStart:
      'The service is not responding. Start it with {startAll} or {startOne}, then check its log.',
    gatehouseUp: 'gatehouse up',
    gatehouse: (area: Text) => `gatehouse ${area}`,
    authenticationIsDisabled: 'Authentication is disabled: everyone on this machine uses the tenant “default”.',
    signedInWithAKeyOfScope: (scope: Text, tenant: Text) => `Signed in with a key with the ${scope} scope${tenant}.`,
    forTenant: (tenantId: Text) => ` for tenant “${tenantId}”`,
    account: '{user} ({email}), {role} in {organization}',
    authenticationIsDisabled2: 'Authentication is disabled: everyone on this machine is a red-team admin.',
    sessionExpires: 'Session expires {time}',
    signOut: 'Sign out',
  },
  appsecForm: {
    noAccountsExistYetTheFirst:
      'No accounts exist yet. The first account creates the organization and becomes its admin.',
    email: 'Email',
    atLeast10Characters: 'At least 10 characters.',
    createAccount: 'Create account',
    useAnExistingAccount: 'Use an existing account',
    useAnInvitation: 'Use an invitation',
    signInWithSso: 'Sign in with SSO',
    invitationToken: 'Invitation token',
    sentToYouByAnAdminOfThe: 'Sent to you by an admin of the organization.',
  },
  guardForm: {
    tenantKey: 'Tenant key',
    theAdminScopeAllowsChangesThe: 'The admin scope allows changes; the runtime scope allows reading and testing.',
    theAdminKeyIsSetTenantsAnd: 'The admin key is set: tenants and server settings are available.',
    adminKey: 'Admin key',
    requiredForTenantsAndServer:
      'Required for tenants and server settings. Shown once at the first start, or set with SHIELD_ADMIN_KEY.',
    useAdminKey: 'Use admin key',
  },
  redteamForm: {
    keyOrToken: 'Key or token',
    aRedTeamKeyOrAnAccessTokenOf: 'A red-team key, or an access token from your OpenID Connect provider.',
    theFirstKeyIsShownAtTheFirst:
      'The first key is shown at the first start. Create more with gatehouse redteam key create.',
  },
  signIn: {
    signInToEachServiceSeparately:
      'Sign in to each service separately. Credentials are sent to the console server and never stored in the browser.',
    yourIdentityProviderDidNotSign:
      'Your identity provider did not sign you in to AppSec. Only members and invited people with a verified email address have access. Ask an admin for an invitation, then try again.',
    gatehouse: (version: Text) => `Gatehouse ${version}`,
  },
} as const
