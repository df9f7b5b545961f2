// Exports for organizations of the appsec service: accounts, members, sessions, keys, settings.
export { findMemberByKey, findMemberBySession, isSessionActive } from './tables/appsec/members.ts'
export { isUuid, owned } from './tables/appsec/owned.ts'
export { readPassword, replacePassword } from './tables/appsec/passwords.ts'
export {
  type Account,
  createFirstOrganization,
  findAccount,
  findSignIn,
  hasOrganization,
  signInIdentity,
  acceptInvitation,
} from './tables/appsec/accounts.ts'
export {
  addMemberKey,
  findMemberKey,
  listMemberKeys,
  MEMBER_KEYS_MAX,
  type MemberKey,
  noteMemberKeyUse,
  revokeMemberKey,
} from './tables/appsec/member-keys.ts'
export {
  changeRole,
  createOrganization,
  findMembership,
  invite,
  listMembers,
  type Membership,
  removeMember,
} from './tables/appsec/memberships.ts'
export {
  advisoryChoices,
  type ModelSettingsRow,
  readModelSettings,
  saveModelSettings,
} from './tables/appsec/model-settings.ts'
export {
  listStaleOrganizationSecrets,
  type OrganizationSecret,
  resealOrganizationSecret,
  SEALED_PURPOSES,
  type SealedPurpose,
} from './tables/appsec/sealed.ts'
export { endSession, startSession } from './tables/appsec/sessions.ts'
