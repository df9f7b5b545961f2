/** A name of the services as a label: `require_approval` as `Require approval`. */
export function labelOf(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()
}

/** Names of the services as options of a `Select`. */
export const choicesOf = (names: readonly string[]): { readonly value: string; readonly label: string }[] =>
  names.map((value) => ({ value, label: labelOf(value) }))
