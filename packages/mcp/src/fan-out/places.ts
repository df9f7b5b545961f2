import { splitName } from './names.ts'

/** Where an item is: which server has it, and under which name. */
export interface Place {
  readonly member: string
  readonly own: string
}

interface Table {
  readonly places: ReadonlyMap<string, Place>
  readonly refused: ReadonlySet<string>
}

/** What the latest lists said about where things are. */
export class Places {
  readonly #tables = new Map<string, Table>()

  learn(method: string, items: readonly (Place & { readonly full: string })[], refused: ReadonlySet<string>): void {
    this.#tables.set(method, { places: new Map(items.map((item) => [item.full, item])), refused })
  }

  knows(method: string): boolean {
    return this.#tables.has(method)
  }

  isRefused(method: string, full: string): boolean {
    return this.#tables.get(method)?.refused.has(full) === true
  }

  /** A tool or prompt by its full name. */
  named(method: 'tools/list' | 'prompts/list', full: string): Place | undefined {
    if (this.isRefused(method, full)) return undefined
    const known = this.#tables.get(method)?.places.get(full)
    if (known !== undefined) return known
    const split = splitName(full)
    return split === undefined ? undefined : { member: split.member, own: split.name }
  }

  /** The server of a resource: the only one that lists it or has a template for it. What several claim belongs to none. */
  resource(uri: string): string | undefined {
    if (this.isRefused('resources/list', uri)) return undefined
    const listed = this.#tables.get('resources/list')?.places.get(uri)
    const exact = this.#tables.get('resources/templates/list')?.places.get(uri)
    // The address is a template itself, which is asked about and read by nobody.
    if (listed === undefined && exact !== undefined) return exact.member
    const claiming = new Set(listed === undefined ? [] : [listed.member])
    for (const { member, own } of this.#tables.get('resources/templates/list')?.places.values() ?? []) {
      const { prefix, suffix } = literalEnds(own)
      const fits = uri.length >= prefix.length + suffix.length && uri.startsWith(prefix) && uri.endsWith(suffix)
      if (fits) claiming.add(member)
    }
    const [only] = claiming
    return claiming.size === 1 ? only : undefined
  }
}

/** What stands before the first and after the last variable of an RFC 6570 template. */
function literalEnds(template: string): { prefix: string; suffix: string } {
  const first = template.indexOf('{')
  if (first < 0) return { prefix: template, suffix: '' }
  return { prefix: template.slice(0, first), suffix: template.slice(template.lastIndexOf('}') + 1) }
}
