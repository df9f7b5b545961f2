import type { Handlers } from '@gatehouse/contracts'
import type { advisoryEndpoints } from '@gatehouse/contracts/appsec'
import { isSavedFile, memberOf, type RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { ECOSYSTEMS } from '@gatehouse/sca/versions'
import { memberEntry } from '../audited.ts'
import type { AppsecPorts } from './handler.ts'

/** Handlers of an organization's advisories and their import. */
export function advisoryHandlers(ports: AppsecPorts): Handlers<typeof advisoryEndpoints, RequestContext> {
  const { advisories, audit } = ports
  return {
    readAdvisories: ({ context }) => advisories.state(memberOf(context).organizationId),
    async importAdvisories({ body: { ecosystems, file }, context }) {
      const { organizationId } = memberOf(context)
      if (file !== undefined && !isSavedFile(file)) {
        throw new Failure('invalid_request', 'file must be a form file.')
      }
      for (const name of ecosystems ?? []) checkEcosystem(name)
      const started = await advisories.import(organizationId, { ecosystems, file })
      const event = { action: 'advisories.imported', resource: 'organization', resourceId: organizationId } as const
      await audit.append(memberEntry({ ...event, details: { source: started.source, ecosystems } }, context))
      return started
    },
    async removeAdvisories({ query: { ecosystem }, context }) {
      const { organizationId } = memberOf(context)
      if (ecosystem !== undefined) checkEcosystem(ecosystem)
      const removed = await advisories.remove(organizationId, ecosystem)
      const event = { action: 'advisories.removed', resource: 'organization', resourceId: organizationId } as const
      await audit.append(memberEntry({ ...event, details: { ecosystem, removed } }, context))
      return { removed }
    },
  }
}

/** @throws {Failure} `invalid_request` for an unknown ecosystem */
function checkEcosystem(name: string): void {
  if (ECOSYSTEMS.some((known) => known === name)) return
  throw new Failure('invalid_request', `Unknown ecosystem "${name}". Known: ${ECOSYSTEMS.join(', ')}.`)
}
