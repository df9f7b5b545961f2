/** Value in a message. Large numbers must be formatted before. */
export type Text = string | number

const RULES = new Intl.PluralRules('en')
const NUMBERS = new Intl.NumberFormat('en')

/** Returns the form for a count: `plural(1, 'is', 'are')`. */
function plural(count: number, one: string, many: string): string {
  return RULES.select(count) === 'one' ? one : many
}

/** Formats a count with its noun: `1 attack`, `3,000 attacks`. */
export function counted(count: number, one: string, many: string): string {
  return `${NUMBERS.format(count)} ${plural(count, one, many)}`
}
