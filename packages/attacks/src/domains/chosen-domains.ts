import type { TargetType } from '@gatehouse/contracts/redteam'
import { Failure } from '@gatehouse/kernel'
import { categoriesOf, type DomainPack } from './domain.ts'
import { allDomains } from './packs.ts'

/** Returns the packs of these names, each once. @throws {Failure} `invalid_request`, naming unknown names */
export function chosenDomains(names: readonly string[]): readonly DomainPack[] {
  const wanted = new Set(names.map((name) => name.toLowerCase().replaceAll(/[ -]/g, '_')))
  const unknown = [...wanted].filter((name) => allDomains.every((pack) => pack.name !== name))
  if (unknown.length > 0) {
    const quoted = unknown.map((name) => JSON.stringify(name)).join(', ')
    const message = `Unknown domain ${quoted}. Allowed: ${allDomains.map(({ name }) => name).join(', ')}.`
    throw new Failure('invalid_request', message, {
      violations: [{ path: ['body', 'attackConfig', 'domains'], message, type: 'unknown_domain' }],
    })
  }
  return allDomains.filter(({ name }) => wanted.has(name))
}

/** Returns the names of the categories of packs. A tool server reads no messages, so that none apply to one. */
export function domainCategories(type: TargetType, domains: readonly DomainPack[]): readonly string[] {
  return type === 'mcp' ? [] : domains.flatMap((pack) => [...categoriesOf(pack)])
}
