/** Sealed texts per query. */
const PAGE = 100

/** Sealed texts of one kind, with a function to re-encrypt one. */
export interface Stale<Item> {
  /** Returns texts sealed with an older key, after the last one of the previous page. */
  page(after: Item | undefined, limit: number): Promise<readonly Item[]>
  /** @returns false if another change came first */
  reseal(item: Item): Promise<boolean>
  /** Called for each text that could not be re-encrypted. */
  failed(item: Item, err: unknown): void
}

/**
 * Re-encrypts texts of older keys, so that those keys can be removed. A text with a missing key does not prevent the others.
 * @returns number of re-encrypted texts
 */
export async function resealEach<Item>(stale: Stale<Item>): Promise<number> {
  let done = 0
  let after: Item | undefined
  do {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const items = await stale.page(after, PAGE)
    for (const item of items) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- nothing waits for it
        if (await stale.reseal(item)) done += 1
      } catch (err) {
        stale.failed(item, err)
      }
    }
    after = items.length < PAGE ? undefined : items.at(-1)
  } while (after !== undefined)
  return done
}
