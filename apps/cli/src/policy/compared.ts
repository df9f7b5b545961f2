import { type Difference, Failure } from '@gatehouse/kernel'
import type { Io } from '../command.ts'
import { changesTo } from './changes.ts'
import { documentOf, readTenant, type RemoteTenant, type TenantDocument } from './document.ts'
import { readPolicyFile } from './file.ts'
import { type Server, serverAt } from './server.ts'

export interface Compared {
  readonly server: Server
  readonly remote: RemoteTenant
  readonly local: TenantDocument
  readonly changes: readonly Difference[]
}

/**
 * Compares a policy file with the service's state.
 * @param isRenewing whether to send values of references even if the service has a value
 * @throws {Failure} `conflict` if the file and the key belong to different tenants
 */
export async function compared(name: string, url: string | undefined, io: Io, isRenewing = false): Promise<Compared> {
  const file = readPolicyFile(name, io)
  const local = documentOf(file)
  const server = serverAt(url, io)
  const remote = await readTenant(server)
  if (file.tenant !== undefined && file.tenant !== remote.tenantId) {
    throw new Failure(
      'conflict',
      `${name} belongs to tenant "${file.tenant}", but the key belongs to tenant "${remote.tenantId}".`,
    )
  }
  return { server, remote, local, changes: changesTo(remote, local, isRenewing) }
}
