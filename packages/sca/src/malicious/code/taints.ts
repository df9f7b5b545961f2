/** Taints of a value, as bits. */
export const CARRIES = {
  /** Result of base64, hexadecimal, character-code, decompression or cipher decoding. */
  decoded: 1,
  /** A text that is long and no words. */
  blob: 2,
  /** An answer of the network. */
  remote: 4,
  /** All variables of the environment, written out. */
  env: 8,
  /** The environment object itself. */
  rawEnv: 16,
  /** Content of a credential file, or its path. */
  credentials: 32,
  /** Identity and location of this machine. */
  host: 64,
  /** Encoded as base64 or hexadecimal digits. */
  encoded: 128,
  /** Path of a file that was written with network data. */
  dropped: 256,
  /** Connection: written data leaves the machine. */
  connection: 512,
  /** Modules: for starting processes, resolving names, and network access. */
  processes: 1024,
  resolver: 2048,
  network: 4096,
  /** Built from character codes, as in parsers and in obfuscated code. */
  spelled: 8192,
} as const

/** Taints that matter only for the object before a dot. */
export const HELD = CARRIES.connection | CARRIES.processes | CARRIES.resolver | CARRIES.network

/** Taints that functions and callbacks pass on; connections and raw environments are not passed on. */
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

/** Longer names are meaningful; shorter ones are reused by minifiers. */
const SHORT_NAME_UNITS = 2
/** Number of tokens after an assignment for which a short name keeps its taint: bundles reuse names for other values. */
const SHORT_NAME_REACH_TOKENS = 1_000
export const NAME_REACH_TOKENS = 6_000
/** Names that are followed at once; sources with more are generated. */
const NAMES_MAX = 20_000

interface Taint {
  readonly mask: number
  /** Token index of the assignment. */
  readonly at: number
}

/** Taint of each name, with scopes that drop inner declarations. */
export class Taints {
  readonly #masks = new Map<string, Taint>()
  /** For each open scope, the earlier taint of its names. */
  readonly #scopes: Map<string, Taint | undefined>[] = []

  of(name: string, at: number): number {
    const taint = this.#masks.get(name)
    if (taint === undefined) return 0
    const reach = name.length <= SHORT_NAME_UNITS ? SHORT_NAME_REACH_TOKENS : NAME_REACH_TOKENS
    return at - taint.at > reach ? 0 : taint.mask
  }

  /** Declares a name in the current scope and drops the taint of an outer name. */
  declare(name: string): void {
    const scope = this.#scopes.at(-1)
    if (scope !== undefined && !scope.has(name)) scope.set(name, this.#masks.get(name))
    this.#masks.delete(name)
  }

  /** Like {@link declare}, but only for the first time in the current scope: another assignment is not a new name. */
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
