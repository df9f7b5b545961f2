import type { Imports } from './imports.ts'

/** A type as a file calls it. */
interface Called {
  readonly plain: string
  readonly lower: string
  /** Name without package, if it is written or imported with a package. */
  readonly last: string | undefined
  /** By its import. */
  readonly full: string
}

/** A type as a rule asks for it. */
interface Wanted {
  readonly name: string
  readonly lower: string
  readonly full: string
}

/** Own limit: as many as the types in all known rules. */
const WANTED_MAX = 10_000

const wanted = new Map<string, Wanted>()

/** The types that a file mentions. */
export class KnownTypes {
  readonly #imports: Imports
  readonly #called = new Map<string, Called>()
  readonly #plain = new Set<string>()
  readonly #lower = new Set<string>()
  readonly #last = new Set<string>()
  readonly #full = new Set<string>()

  constructor(names: Iterable<string>, imports: Imports) {
    this.#imports = imports
    for (const name of names) {
      const { plain, lower, last, full } = this.#calledAt(name)
      this.#plain.add(plain)
      if (last !== undefined) this.#last.add(last)
      this.#lower.add(lower)
      this.#full.add(full)
    }
  }

  /** Whether a name of the file means the given type. */
  isType(name: string, text: string): boolean {
    const type = wantedAs(text)
    const { plain, lower, last, full } = this.#calledAt(name)
    if (plain === type.name || lower === type.lower || last === type.name || full === type.full) return true
    return this.#imports.wildcards.some((wildcard) => `${wildcard}.${plain}` === type.name)
  }

  /** Whether one of the types is the given type. */
  has(text: string): boolean {
    const { name, lower, full } = wantedAs(text)
    if (this.#plain.has(name) || this.#lower.has(lower) || this.#last.has(name) || this.#full.has(full)) return true
    return this.#imports.wildcards.some(
      (wildcard) => name.startsWith(`${wildcard}.`) && this.#plain.has(name.slice(wildcard.length + 1)),
    )
  }

  #calledAt(name: string): Called {
    let called = this.#called.get(name)
    if (called === undefined) {
      const plain = name
        .replaceAll('::', '.')
        .replaceAll('\\', '.')
        .replace(/^[?.]{1,2}/, '')
        .replace(/[<[?].{0,500}$/s, '')
        .replace(/^[:*&\s]{1,20}/, '')
        .trim()
      const dot = plain.indexOf('.')
      const first = dot === -1 ? plain : plain.slice(0, dot)
      const imported = this.#imports.names.get(first)
      const full = (imported ?? first) + plain.slice(first.length)
      // An import may call the type something else.
      const last = dot === -1 && imported === undefined ? undefined : full.slice(full.lastIndexOf('.') + 1)
      called = { plain, lower: plain.toLowerCase(), last, full }
      this.#called.set(name, called)
    }
    return called
  }
}

function wantedAs(text: string): Wanted {
  let found = wanted.get(text)
  if (found === undefined) {
    const name = text
      .replaceAll('::', '.')
      .replaceAll('\\', '.')
      .replace(/^[*&\s]{1,9}/, '')
    found = { name, lower: name.toLowerCase().replace(/^\*/, ''), full: name.replace(/^\*/, '') }
    if (wanted.size >= WANTED_MAX) wanted.clear()
    wanted.set(text, found)
  }
  return found
}
