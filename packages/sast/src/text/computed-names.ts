/** A name expression, and equivalent shorter code. */
export interface Replacement {
  readonly start: number
  readonly end: number
  /** At most as long as the replaced code. */
  readonly text: string
}

interface Form {
  readonly find: RegExp
  /** @returns undefined for code that has to stay */
  readonly write: (groups: Readonly<Record<string, string | undefined>>) => string | undefined
}

/** Quoted text, and concatenations of short texts such as names and modules. */
const PIECE = `(?:'[\\w$./:@-]{0,60}'|"[\\w$./:@-]{0,60}"|\`[\\w$./:@-]{0,60}\`)`
const BLANK = '\\s{0,40}'
const sumOf = (operator: string, least: number): string =>
  `(?<sum>${PIECE}(?:${operator}${BLANK}${PIECE}){${least},20})`
/** Python also concatenates adjacent strings. An unambiguous pattern for whitespace keeps the search linear. */
const ANY_SUM = sumOf(`(?:${BLANK}\\+)?`, 0)
const PLUS_SUM = sumOf(`${BLANK}\\+`, 1)
const OBJECT = '(?<object>[A-Za-z_]\\w{0,60}(?:\\.[A-Za-z_]\\w{0,60}){0,4})'
const NAME = /^[A-Za-z_$][\w$]*$/
/** Objects whose members are global names. */
const GLOBAL = /^(?:__builtins__|builtins)$/

const form = (find: string, write: Form['write']): Form => ({ find: new RegExp(find, 'g'), write })
const nameOf = (sum: string | undefined): string | undefined => (NAME.test(joined(sum)) ? joined(sum) : undefined)

const FORMS: Readonly<Record<string, readonly Form[]>> = {
  javascript: [
    form(`\\[${BLANK}${PLUS_SUM}${BLANK}\\]`, ({ sum }) => `['${joined(sum)}']`),
    form(`(?<head>\\b(?:require|import)${BLANK}\\(${BLANK})${PLUS_SUM}`, ({ head, sum }) => `${head}'${joined(sum)}'`),
    form(
      `\\b(?:globalThis|global|window|self)(?:${BLANK}\\?)?(?:\\.|\\[['"\`])(?<name>eval|Function)\\b(?:['"\`]${BLANK}\\])?(?=${BLANK}\\()`,
      ({ name }) => name,
    ),
  ],
  python: [
    // Without a third argument it is the member, or an error.
    form(
      `\\bgetattr${BLANK}\\(${BLANK}${OBJECT}${BLANK},${BLANK}${ANY_SUM}${BLANK}(?:,${BLANK})?\\)`,
      ({ object, sum }) => memberOf(object, sum),
    ),
    form(`\\bvars${BLANK}\\(${BLANK}${OBJECT}${BLANK}\\)${BLANK}\\[${BLANK}${ANY_SUM}${BLANK}\\]`, ({ object, sum }) =>
      memberOf(object, sum),
    ),
    form(`\\b${OBJECT}\\.__dict__${BLANK}\\[${BLANK}${ANY_SUM}${BLANK}\\]`, ({ object, sum }) => memberOf(object, sum)),
    form(
      `(?<head>\\b(?:__import__|import_module)${BLANK}\\(${BLANK})${PLUS_SUM}`,
      ({ head, sum }) => `${head}'${joined(sum)}'`,
    ),
    form(`\\bsys\\.modules${BLANK}\\[${BLANK}${ANY_SUM}${BLANK}\\]`, ({ sum }) => nameOf(sum)),
    form(
      `\\b(?:__import__|(?:importlib\\.)?import_module)${BLANK}\\(${BLANK}${ANY_SUM}${BLANK}\\)(?=${BLANK}[.,])`,
      ({ sum }) =>
        joined(sum)
          .split('.')
          .every((part) => NAME.test(part))
          ? joined(sum)
          : undefined,
    ),
  ],
  php: [
    form(sumOf(`${BLANK}\\.`, 1), ({ sum }) => (nameOf(sum) === undefined ? undefined : `'${joined(sum)}'`)),
    form(`\\(${BLANK}${sumOf('(?!)', 0)}${BLANK}\\)(?=${BLANK}\\()`, ({ sum }) => nameOf(sum)),
    form(`(?<![\\w$\\]})])${sumOf('(?!)', 0)}(?=${BLANK}\\()`, ({ sum }) => nameOf(sum)),
  ],
}

/** Replaces names that are computed from constant texts: `cp['ex' + 'ec']`, `getattr(os, 'system')`, `('sys' . 'tem')(...)`. */
export function computedNames(text: string, language: string): readonly Replacement[] {
  const forms = FORMS[language === 'typescript' || language === 'tsx' ? 'javascript' : language] ?? []
  return forms.flatMap(({ find, write }) =>
    [...text.matchAll(find)].flatMap(({ 0: written, index: start, groups = {} }) => {
      const plain = write(groups)
      if (plain === undefined) return []
      const replaced = filled(plain, written)
      return replaced === undefined ? [] : [{ start, end: start + written.length, text: replaced }]
    }),
  )
}

function joined(sum = ''): string {
  return sum.replace(/['"`]\s{0,40}[+.]?\s{0,40}['"`]|^['"`]|['"`]$/g, '')
}

function memberOf(object: string | undefined, sum: string | undefined): string | undefined {
  const name = joined(sum)
  if (object === undefined || !NAME.test(name) || name.includes('$')) return undefined
  return GLOBAL.test(object) ? name : `${object}.${name}`
}

/** Pads the replacement to the length and the number of lines of the original. */
function filled(plain: string, written: string): string | undefined {
  const breaks = written.split('\n').length - 1
  const rest = written.length - plain.length
  if (breaks === 0) return rest < 0 ? undefined : plain + ' '.repeat(rest)
  // Lines go on within parentheses alone.
  return rest < breaks + 2 ? undefined : `(${plain}${'\n'.repeat(breaks)}${' '.repeat(rest - breaks - 2)})`
}
