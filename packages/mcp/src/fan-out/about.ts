import type { Era } from '../eras.ts'
import { STATELESS_VERSIONS } from '../eras.ts'
import type { Fields } from '../messages.ts'
import { fieldsOf } from '../server/rpc.ts'
import { META } from '../stateless/meta.ts'
import { GATEWAY_INFO } from '../upstream/client.ts'

/** Maximum length of one server's instructions: longer ones would displace those of other servers. */
const INSTRUCTION_CHARS_MAX = 8_192
/** Features that can be combined. Tasks and extensions belong to a client and one server. */
const FEATURES = ['tools', 'prompts', 'resources', 'completions', 'logging'] as const
const SWITCHES = ['listChanged', 'subscribe'] as const

/** Merges the self-descriptions of several servers. */
export function mergedAbout(members: readonly { readonly name: string; readonly about: Fields }[], era: Era): Fields {
  const capabilities: Record<string, Fields> = {}
  for (const { about } of members) {
    const own = fieldsOf(about['capabilities'])
    for (const feature of FEATURES) {
      if (own[feature] === undefined) continue
      const merged: Record<string, unknown> = { ...capabilities[feature] }
      for (const name of SWITCHES) if (fieldsOf(own[feature])[name] === true) merged[name] = true
      capabilities[feature] = merged
    }
  }
  const instructions = members
    .flatMap(({ name, about }) => {
      const { instructions: text } = about
      return typeof text === 'string' && text !== '' ? [`${name}: ${text.slice(0, INSTRUCTION_CHARS_MAX)}`] : []
    })
    .join('\n\n')
  const result = instructions === '' ? {} : { instructions }
  if (era === 'sessions') return { capabilities, serverInfo: GATEWAY_INFO, ...result }
  return {
    resultType: 'complete',
    supportedVersions: [...STATELESS_VERSIONS],
    capabilities,
    ...result,
    _meta: { [META.serverInfo]: GATEWAY_INFO },
    ttlMs: 0,
    cacheScope: 'private',
  }
}
