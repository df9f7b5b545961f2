/** What a value may carry, as bits. */
export const CARRIES = {
  /** Came out of base64, hexadecimal digits, character codes, compression or a cipher. */
  decoded: 1,
  /** A text that is long and no words. */
  blob: 2,
  /** An answer of the network. */
  remote: 4,
  /** All variables of the environment, written out. */
  env: 8,
  /** The object that holds them, on its way to wherever. */
  rawEnv: 16,
  /** What a file of credentials holds, or its path. */
  credentials: 32,
  /** Who and where this machine is. */
  host: 64,
  /** Went into base64 or hexadecimal digits. */
  encoded: 128,
  /** The path of a file that was written with what came over the network. */
  dropped: 256,
  /** A connection: what is written to it leaves. */
  connection: 512,
  /** Modules: one that starts processes, one that resolves names, one that talks to servers. */
  processes: 1024,
  resolver: 2048,
  network: 4096,
  /** Made of character codes, as parsers do and those who hide words. */
  spelled: 8192,
} as const

/** What only matters of the object before a point. */
export const HELD = CARRIES.connection | CARRIES.processes | CARRIES.resolver | CARRIES.network

/** What functions and callbacks hand on; connections and raw environments stay where they are. */
export const HANDED_ON =
  CARRIES.decoded |
  CARRIES.spelled |
  CARRIES.blob |
  CARRIES.remote |
  CARRIES.env |
  CARRIES.credentials |
  CARRIES.host |
  CARRIES.encoded |
  CARRIES.dropped

/** Names of more letters mean something; those of fewer are given again and again by minifiers. */
const SHORT_NAME_UNITS = 2
/** As many tokens behind its assignment a name is still taken for the same: in a bundle, names come again for other things. */
const SHORT_NAME_REACH_TOKENS = 1_000
export const NAME_REACH_TOKENS = 6_000
/** Names that are followed at once; sources with more are generated. */
const NAMES_MAX = 20_000

interface Taint {
  readonly mask: number
  /** Token at which it was given. */
  readonly at: number
}

/** What each name carries, with scopes that forget what was declared within. */
export class Taints {
  readonly #masks = new Map<string, Taint>()
  /** Of each open scope, what its names carried before. */
  readonly #scopes: Map<string, Taint | undefined>[] = []

  of(name: string, at: number): number {
    const taint = this.#masks.get(name)
    if (taint === undefined) return 0
    const reach = name.length <= SHORT_NAME_UNITS ? SHORT_NAME_REACH_TOKENS : NAME_REACH_TOKENS
    return at - taint.at > reach ? 0 : taint.mask
  }

  /** Forgets what another thing of this name carried: a new one is declared in the scope at hand. */
  declare(name: string): void {
    const scope = this.#scopes.at(-1)
    if (scope !== undefined && !scope.has(name)) scope.set(name, this.#masks.get(name))
    this.#masks.delete(name)
  }

  /** Like {@link declare}, but only the first time in the scope at hand: assigning again is no other name. */
  shadow(name: string): void {
    if (this.#scopes.at(-1)?.has(name) === false) this.declare(name)
  }

  add(name: string, mask: number, at: number): void {
    const before = this.of(name, at)
    if (mask === 0 || name === '' || name === ')' || this.#masks.size >= NAMES_MAX) return
    this.#masks.set(name, { mask: before | mask, at })
  }

  open(): void {
    this.#scopes.push(new Map())
  }

  close(): void {
    for (const [name, taint] of this.#scopes.pop() ?? []) {
      if (taint === undefined) this.#masks.delete(name)
      else this.#masks.set(name, taint)
    }
  }

  clear(): void {
    this.#masks.clear()
    this.#scopes.length = 0
  }
}
