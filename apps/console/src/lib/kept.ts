/** What this browser keeps for us under a name; undefined where it keeps nothing. */
export function readKept(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a text until it is changed; where the browser keeps nothing, it holds until the page is closed. */
export function keep(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // Full, or forbidden: nothing depends on it.
  }
}
