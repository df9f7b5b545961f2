/** A value that a message shows. Numbers are shown as they are: format them first where they may be large. */
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
