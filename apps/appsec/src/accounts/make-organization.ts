import { Email, PersonName } from '@gatehouse/contracts/appsec'
import { type Clock, Failure } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import type { AuditLog } from '@gatehouse/store/audit'
import { createOrganization } from '@gatehouse/store/organizations'
import { entryFor } from '../audited.ts'
import { INVITATION_MS } from './invitation.ts'
import { newToken } from './sign-in.ts'

export interface CreatedOrganization {
  readonly organizationId: string
  readonly memberId: string
  readonly email: string
  /** Single-use token with which the first ADMIN registers. Shown once. */
  readonly token: string
  readonly until: Date
}

/**
 * Creates an organization and invites its first ADMIN, for operators. docs/spec/appsec.md "Details".
 * @throws {Failure} `invalid_request` for an invalid name or address
 */
export async function makeOrganization(
  { name, adminEmail, requestId }: { readonly name: string; readonly adminEmail: string; readonly requestId: string },
  { store, audit, clock }: { readonly store: Store; readonly audit: AuditLog; readonly clock: Clock },
): Promise<CreatedOrganization> {
  const title = PersonName.safeParse(name)
  if (!title.success)
    throw new Failure('invalid_request', 'An organization name must have 1 to 100 characters on a single line.')
  const address = Email.safeParse(adminEmail)
  if (!address.success)
    throw new Failure('invalid_request', `${JSON.stringify(adminEmail)} is not a valid email address.`)
  const { token, sha256 } = newToken()
  const email = address.data
  const until = new Date(clock.now() + INVITATION_MS)
  const admin = await createOrganization(store, title.data, { email, name: email, password: null, sha256, until })
  const { id: memberId, organizationId } = admin
  await audit.append(
    entryFor(
      {
        action: 'organization.created',
        resource: 'organization',
        resourceId: organizationId,
        organizationId,
        user: { id: 'operator', email: '' },
        details: { name: title.data, admin: email },
      },
      { requestId, clientAddress: 'local' },
    ),
  )
  return { organizationId, memberId, email, token, until }
}
