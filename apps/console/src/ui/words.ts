/** Converts a service name to a label: `require_approval` becomes `Require approval`. */
export function labelOf(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()
}

/** Converts service names to options of a `Select`. */
export const choicesOf = (names: readonly string[]): { readonly value: string; readonly label: string }[] =>
  names.map((value) => ({ value, label: labelOf(value) }))
