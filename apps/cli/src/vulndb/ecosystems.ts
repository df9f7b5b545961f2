import { Failure } from '@gatehouse/kernel'
import { ECOSYSTEMS } from '@gatehouse/sca/versions'

/** Returns the ecosystems of `--ecosystem` in OSV's spelling. @throws {Failure} `invalid_request` for an unknown ecosystem */
export function ecosystemsOf(ecosystem: string | undefined): readonly string[] | undefined {
  if (ecosystem === undefined) return undefined
  const byName = new Map(ECOSYSTEMS.map((name) => [name.toLowerCase(), name]))
  return ecosystem.split(',').map((word) => {
    const known = byName.get(word.trim().toLowerCase())
    if (known !== undefined) return known
    throw new Failure('invalid_request', `Unknown ecosystem "${word.trim()}". Allowed: ${ECOSYSTEMS.join(', ')}.`)
  })
}
