import { splitName } from './names.ts'

/** Origin of an item: its server, and its name there. */
export interface ItemLocation {
  readonly member: string
  readonly own: string
}

interface Table {
  readonly places: ReadonlyMap<string, ItemLocation>
  readonly refused: ReadonlySet<string>
}

/** Origins of items according to the latest lists. */
export class ItemLocations {
  readonly #tables = new Map<string, Table>()

  learn(
    method: string,
    items: readonly (ItemLocation & { readonly full: string })[],
    refused: ReadonlySet<string>,
  ): void {
    this.#tables.set(method, { places: new Map(items.map((item) => [item.full, item])), refused })
  }

  knows(method: string): boolean {
    return this.#tables.has(method)
  }

  isRefused(method: string, full: string): boolean {
    return this.#tables.get(method)?.refused.has(full) === true
  }

  /** A tool or prompt by its full name. */
  named(method: 'tools/list' | 'prompts/list', full: string): ItemLocation | undefined {
    if (this.isRefused(method, full)) return undefined
    const known = this.#tables.get(method)?.places.get(full)
    if (known !== undefined) return known
    const split = splitName(full)
    return split === undefined ? undefined : { member: split.member, own: split.name }
  }

  /** Returns the server of a resource: the only one that lists it or has a matching template; undefined if there are several. */
  resource(uri: string): string | undefined {
    if (this.isRefused('resources/list', uri)) return undefined
    const listed = this.#tables.get('resources/list')?.places.get(uri)
    const exact = this.#tables.get('resources/templates/list')?.places.get(uri)
    // The URI is itself a template, which is used for completion and never read.
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

/** Returns the literals before the first and after the last variable of an RFC 6570 template. */
function literalEnds(template: string): { prefix: string; suffix: string } {
  const first = template.indexOf('{')
  if (first < 0) return { prefix: template, suffix: '' }
  return { prefix: template.slice(0, first), suffix: template.slice(template.lastIndexOf('}') + 1) }
}
