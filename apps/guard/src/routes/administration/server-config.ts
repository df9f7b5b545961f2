import type { Handlers } from '@gatehouse/contracts'
import type { guardEndpoints, serverConfigEndpoints, ServerConfigPatch } from '@gatehouse/contracts/guard'
import { canonicalGuardName } from '@gatehouse/contracts/policies'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { changeDeploymentDocument } from '@gatehouse/store'
import { actorOf, changeEntry, DEPLOYMENT } from '../../administration/audited.ts'
import { boundedConfig } from '../../administration/change-tenant.ts'
import { SERVER_DEFAULTS } from '../../server-config/server-defaults.ts'
import { isStaged, NO_BLOCKS, patchedBlocks, readableBlocks, storedBlocks } from '../../server-config/stored-blocks.ts'
import { withoutShown } from '../../server-config/sent-back.ts'
import { serverConfigView } from '../../server-config/view.ts'
import type { GuardHandler, GuardPorts } from '../handler.ts'

/** Maximum number of names in one audit entry. */
const NAMES_MAX = 50

const readServerConfig: GuardHandler<'readServerConfig'> = (ports) => async () =>
  serverConfigView(await ports.serverDefaults.read(), ports)

const changeServerConfig: GuardHandler<'changeServerConfig'> =
  (ports) =>
  async ({ body: sent, context }) => {
    const { store, audit, registry, policies, serverDefaults } = ports
    const current = await serverDefaults.read()
    const body = withoutShown(sent, serverConfigView(current, ports))
    const changesNothing = Object.keys(body.guardrails).length === 0 && Object.keys(sent.guardrails).length > 0
    if (changesNothing) return serverConfigView(current, ports)
    const written = await changeDeploymentDocument(store, SERVER_DEFAULTS, actorOf(context), (before) => {
      const stored = before === undefined ? NO_BLOCKS : storedBlocks(before.document)
      const after = patchedBlocks(stored, body, registry)
      try {
        policies.validateServer(readableBlocks(after), ['body', 'guardrails'])
      } catch (thrown) {
        const refused = asSent(thrown, body)
        if (refused !== undefined) throw refused
      }
      return boundedConfig(after)
    })
    const defaults = serverDefaults.take(written)
    const guardrails = Object.keys(body.guardrails).slice(0, NAMES_MAX)
    await audit.append(
      changeEntry('server_config.update', DEPLOYMENT, context, { version: defaults.version, guardrails }),
    )
    return serverConfigView(defaults, ports)
  }

export function serverConfigHandlers(
  ports: GuardPorts,
): Pick<Handlers<typeof guardEndpoints, RequestContext>, keyof typeof serverConfigEndpoints> {
  return { readServerConfig: readServerConfig(ports), changeServerConfig: changeServerConfig(ports) }
}

/**
 * Returns violations with paths as in the request body: guards in their given spelling, with the stage if the entry contains stages. Empty
 * if the body does not name the invalid entries. GET reports those, and they must not prevent other changes.
 */
function asSent(thrown: unknown, { guardrails }: ServerConfigPatch): unknown {
  if (!(thrown instanceof Failure) || thrown.violations.length === 0) return thrown
  const spellings = new Map(Object.keys(guardrails).map((spelling) => [canonicalGuardName(spelling), spelling]))
  const own = thrown.violations.filter(({ path }) => spellings.has(String(path[3])))
  if (own.length === 0) return undefined
  const violations = own.map((violation) => {
    const [body, at, stage, name, ...rest] = violation.path
    const spelling = spellings.get(String(name))!
    const inside = isStaged(guardrails[spelling] ?? null) ? [stage!] : []
    return { ...violation, path: [body!, at!, spelling, ...inside, ...rest] }
  })
  return new Failure(thrown.code, violations[0]!.message, { violations })
}
