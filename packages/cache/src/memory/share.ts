/** Map entry in its owner's LRU list. */
export interface Entry<Value> {
  readonly key: string
  value: Value
  bytes: number
  expires_ms: number
  readonly share: Share<Value>
  older: Entry<Value> | undefined
  newer: Entry<Value> | undefined
}

/** Entries of one owner: a list from the least to the most recently used. */
export class Share<Value> {
  readonly owner: string
  entries = 0
  bytes = 0
  oldest: Entry<Value> | undefined
  #newest: Entry<Value> | undefined

  constructor(owner: string) {
    this.owner = owner
  }

  add(key: string, value: Value, bytes: number, expires_ms: number): Entry<Value> {
    const entry: Entry<Value> = { key, value, bytes, expires_ms, share: this, older: undefined, newer: undefined }
    this.#append(entry)
    this.entries += 1
    this.bytes += bytes
    return entry
  }

  /** Replaces the value of an entry and marks it as most recently used. */
  replace(entry: Entry<Value>, value: Value, bytes: number, expires_ms: number): void {
    this.bytes += bytes - entry.bytes
    entry.value = value
    entry.bytes = bytes
    entry.expires_ms = expires_ms
    this.touch(entry)
  }

  /** Marks an entry as most recently used. */
  touch(entry: Entry<Value>): void {
    if (this.#newest === entry) return
    this.#unlink(entry)
    this.#append(entry)
  }

  remove(entry: Entry<Value>): void {
    this.#unlink(entry)
    this.entries -= 1
    this.bytes -= entry.bytes
  }

  #append(entry: Entry<Value>): void {
    entry.older = this.#newest
    entry.newer = undefined
    if (this.#newest === undefined) this.oldest = entry
    else this.#newest.newer = entry
    this.#newest = entry
  }

  #unlink({ older, newer }: Entry<Value>): void {
    if (older === undefined) this.oldest = newer
    else older.newer = newer
    if (newer === undefined) this.#newest = older
    else newer.older = older
  }
}
