import { type GoValue, printed } from '../template/value.ts'
import { toNumber } from './arguments.ts'

/** `%s`, `%d`, `%v`, `%q`, `%05.2f`, `%t`, `%x`, `%%` as Go prints them. */
export function formatted(format: string, args: readonly GoValue[]): string {
  let next = 0
  return format.replace(
    /%([-+ #0]{0,4})(\d{1,3}|\*)?(?:\.(\d{1,2}))?([a-zA-Z%])/g,
    (_all, flags: string, width: string | undefined, precision: string | undefined, verb: string) => {
      if (verb === '%') return '%'
      const value = args[next] ?? null
      next += 1
      const text = formatVerb(verb, value, precision)
      const wanted = Number(width ?? 0)
      if (Number.isNaN(wanted)) return text
      return flags.includes('-') ? text.padEnd(wanted) : text.padStart(wanted, flags.includes('0') ? '0' : ' ')
    },
  )
}

function formatVerb(verb: string, value: GoValue, precision: string | undefined): string {
  if (verb === 'd') return String(Math.trunc(toNumber(value)))
  if (verb === 'f' || verb === 'g' || verb === 'e') return toNumber(value).toFixed(Number(precision ?? 6))
  if (verb === 'q') return JSON.stringify(printed(value))
  if (verb === 'x') return typeof value === 'number' ? value.toString(16) : Buffer.from(printed(value)).toString('hex')
  const text = printed(value)
  return precision === undefined ? text : text.slice(0, Number(precision))
}
