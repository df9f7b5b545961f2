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

  /** The server of a resource: the one that lists it, or whose template fits best. */
  resource(uri: string): string | undefined {
    if (this.isRefused('resources/list', uri)) return undefined
    const listed = this.#tables.get('resources/list')?.places.get(uri)
    if (listed !== undefined) return listed.member
    const exact = this.#tables.get('resources/templates/list')?.places.get(uri)
    return exact === undefined ? this.#byTemplate(uri) : exact.member
  }

  #byTemplate(uri: string): string | undefined {
    let best: { member: string; prefix: string } | undefined
    let isShared = false
    for (const { member, own } of this.#tables.get('resources/templates/list')?.places.values() ?? []) {
      const { prefix, suffix } = literalEnds(own)
      const fits = uri.length >= prefix.length + suffix.length && uri.startsWith(prefix) && uri.endsWith(suffix)
      if (!fits || (best !== undefined && prefix.length < best.prefix.length)) continue
      isShared = best?.prefix === prefix && best.member !== member
      best = { member, prefix }
    }
    return isShared ? undefined : best?.member
  }
}

/** What stands before the first and after the last variable of an RFC 6570 template. */
function literalEnds(template: string): { prefix: string; suffix: string } {
  const first = template.indexOf('{')
  if (first < 0) return { prefix: template, suffix: '' }
  return { prefix: template.slice(0, first), suffix: template.slice(template.lastIndexOf('}') + 1) }
}
