import type { Handlers } from '@gatehouse/contracts'
import type { gateEndpoints } from '@gatehouse/contracts/appsec'
import { BUILD_GATE_DEFAULT, BuildGate } from '@gatehouse/contracts/scans'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { changeBuildGate } from '@gatehouse/store/projects'
import { memberEntry } from '../audited.ts'
import { ownProject } from '../projects/own-project.ts'
import type { AppsecPorts } from './handler.ts'

type Named = { readonly projectId?: string | undefined }
type Answer = BuildGate & { projectId: string }

/** Handlers of a project's build gate. */
export function buildGateHandlers(ports: AppsecPorts): Handlers<typeof gateEndpoints, RequestContext> {
  return {
    async readBuildGate({ query, context }) {
      const { id, buildGate } = await ownProject(projectOf(query), ports, context)
      return { projectId: id, ...(buildGate ?? BUILD_GATE_DEFAULT) }
    },
    replaceBuildGate: ({ query, body, context }) =>
      save(projectOf(query, body), () => merged(BUILD_GATE_DEFAULT, body), ports, context),
    changeBuildGate: ({ query, body, context }) =>
      save(projectOf(query, body), (stored) => merged(stored ?? BUILD_GATE_DEFAULT, body), ports, context),
  }
}

async function save(
  projectId: string,
  decide: (stored: BuildGate | null) => BuildGate,
  ports: AppsecPorts,
  context: RequestContext,
): Promise<Answer> {
  const { id, organizationId } = await ownProject(projectId, ports, context)
  const gate = await changeBuildGate(ports.store, organizationId, id, decide)
  const event = { action: 'build_gate.saved', resource: 'project', resourceId: id } as const
  await ports.audit.append(memberEntry({ ...event, details: gate }, context))
  return { projectId: id, ...gate }
}

function merged(base: BuildGate, change: Readonly<Record<string, unknown>>): BuildGate {
  const texts = Object.entries(change).filter(([, value]) => value !== undefined)
  // Parsing drops members that are not part of a gate.
  return BuildGate.parse({ ...base, ...Object.fromEntries(texts) })
}

/** @throws {Failure} `invalid_request` unless exactly one project is named */
function projectOf(query: Named, body: Named = {}): string {
  const named = new Set([query.projectId, body.projectId].filter((id) => id !== undefined))
  const [id] = named
  if (id !== undefined && named.size === 1) return id
  const message = id === undefined ? 'projectId is missing' : 'projectId in the query and projectId in the body differ'
  throw new Failure('invalid_request', message, {
    violations: [{ path: ['query', 'projectId'], message, type: 'invalid' }],
  })
}
