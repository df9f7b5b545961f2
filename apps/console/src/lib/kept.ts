/** Returns a text from browser storage; undefined if there is none. */
export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text in the browser; without browser storage only until the page is closed. */
export function keep(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // Storage is full or forbidden. It is optional.
  }
}
