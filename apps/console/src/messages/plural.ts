/** Value in a message. Numbers are not formatted: format large ones first. */
export type Text = string | number

const RULES = new Intl.PluralRules('en')
const NUMBERS = new Intl.NumberFormat('en')

/** The form of a noun for a count: `plural(1, 'is', 'are')`. */
function plural(count: number, one: string, many: string): string {
  return RULES.select(count) === 'one' ? one : many
}

/** A count with its noun: `1 attack`, `3,000 attacks`. */
export function counted(count: number, one: string, many: string): string {
  return `${NUMBERS.format(count)} ${plural(count, one, many)}`
}
