import type { advisoryEndpoints, Handlers } from '@gatehouse/contracts'
import { isSavedFile, memberOf, type RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { ECOSYSTEMS } from '@gatehouse/sca/versions'
import { memberEntry } from '../audited.ts'
import type { AppsecPorts } from './handler.ts'

/** Which advisories scans of an organization use, and their import. */
export function advisoryHandlers(ports: AppsecPorts): Handlers<typeof advisoryEndpoints, RequestContext> {
  const { advisories, audit } = ports
  return {
    readAdvisories: ({ context }) => advisories.state(memberOf(context).organizationId),
    async importAdvisories({ body: { ecosystems, file }, context }) {
      const { organizationId } = memberOf(context)
      if (file !== undefined && !isSavedFile(file)) {
        throw new Failure('invalid_request', 'file must be the file of a form.')
      }
      const unknown = ecosystems?.find((name) => !ECOSYSTEMS.some((known) => known === name))
      if (unknown !== undefined) {
        throw new Failure('invalid_request', `Unknown ecosystem "${unknown}". Known: ${ECOSYSTEMS.join(', ')}.`)
      }
      const started = await advisories.import(organizationId, { ecosystems, file })
      const event = { action: 'advisories.imported', resource: 'organization', resourceId: organizationId } as const
      await audit.append(memberEntry({ ...event, details: { source: started.source, ecosystems } }, context))
      return started
    },
  }
}
