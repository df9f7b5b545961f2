/** Returns a text from browser storage; undefined if there is none. */
export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text until it is changed; without browser storage it is kept until the page is closed. */
export function keep(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // Full, or forbidden: nothing depends on it.
  }
}
