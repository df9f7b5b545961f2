/** Sealed texts read at a time. */
const PAGE = 100

/** Sealed texts of one kind, and how one of them is sealed anew. */
export interface Stale<Item> {
  /** Those that another key than the newest has sealed, behind the last one of the page before. */
  page(after: Item | undefined, limit: number): Promise<readonly Item[]>
  /** @returns whether it was done: another change in between wins */
  reseal(item: Item): Promise<boolean>
  /** Told of one that could not be sealed anew. */
  failed(item: Item, err: unknown): void
}

/**
 * Seals anew what older keys have sealed, so that those can be taken away. One whose key is not given any more does not keep
 * the others from it.
 * @returns how many were sealed anew
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
