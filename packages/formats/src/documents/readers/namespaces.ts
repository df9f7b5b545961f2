const OOXML = ['http://schemas.openxmlformats.org', 'http://purl.oclc.org/ooxml'] as const

/** The prefixes that readers expect, by namespace: ECMA-376 part 1 (strict) and part 4 (transitional). */
const PREFIX_OF: ReadonlyMap<string, string> = new Map(
  OOXML.flatMap((base) => {
    const year = base === OOXML[0] ? '/2006' : ''
    return [
      [`${base}/wordprocessingml${year}/main`, 'w'],
      [`${base}/presentationml${year}/main`, 'p'],
      [`${base}/spreadsheetml${year}/main`, ''],
      [`${base}/drawingml${year}/main`, 'a'],
      [`${base}/drawingml${year}/wordprocessingDrawing`, 'wp'],
      [`${base}/officeDocument${year}/math`, 'm'],
      [`${base}/officeDocument${year}/relationships`, 'r'],
    ] as const
  }),
)

type Attributes = Readonly<Record<string, string>>

/** Names of Office XML with the usual prefixes, independent of the prefixes that a document declares. */
export class UsualNames {
  readonly #prefixes = new Map<string, string>()

  /** Registers the declarations of an element. Call it before {@link name}. */
  declare(attributes: Attributes): void {
    for (const [name, value] of Object.entries(attributes)) {
      if (!name.startsWith('xmlns')) continue
      const own = name.slice('xmlns:'.length)
      const usual = PREFIX_OF.get(value)
      if (usual !== undefined && usual !== own) this.#prefixes.set(own, usual)
    }
  }

  name(name: string): string {
    if (this.#prefixes.size === 0) return name
    const colon = name.indexOf(':')
    const usual = this.#prefixes.get(name.slice(0, Math.max(colon, 0)))
    if (usual === undefined) return name
    const local = name.slice(colon + 1)
    return usual === '' ? local : `${usual}:${local}`
  }

  attributes(attributes: Attributes): Attributes {
    if (this.#prefixes.size === 0) return attributes
    // An attribute without a prefix has no namespace, regardless of the default namespace.
    return Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name.includes(':') ? this.name(name) : name, value]),
    )
  }
}
