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
/** Functions of JavaScript that run commands and code, without `RegExp.prototype.exec`, whose receiver is data. */
const RUNNER =
  '(?<![\\w$.])(?<name>(?!\\w{0,60}\\.prototype\\b)(?:[A-Za-z_$]\\w{0,60}\\.){0,3}(?:exec(?:File)?(?:Sync)?|spawn(?:Sync)?|fork|eval))'
const RECEIVER = '(?:void 0|[A-Za-z_$][\\w$.]{0,60})'
/** An array literal of arguments, with at most one level of brackets. */
const ARGUMENTS = `(?<list>(?:[^[\\]]|\\[[^[\\]]{0,60}\\]){0,300})(?<tail>\\]${BLANK}\\))`
/** A parenthesis that follows opens no argument list: no function precedes it. */
const NO_CALLEE =
  '(?<=(?:^|[^\\w$)\\]\'"`\\s])\\s{0,40}|\\b(?:return|yield|await|typeof|void|case|else|do|in|of|throw)\\s{0,40})'
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
    form(
      `${NO_CALLEE}(?<head>\\(${BLANK}0${BLANK},${BLANK}(?<name>[A-Za-z_$][\\w$.]{0,100})${BLANK}\\))(?=${BLANK}\\()`,
      ({ name, head }) => inPlace(` ${name}`, head),
    ),
    form(`(?<head>${RUNNER}\\.call${BLANK}\\(${BLANK}${RECEIVER}${BLANK},)`, ({ name, head }) =>
      inPlace(`${name}(`, head),
    ),
    form(`(?<head>${RUNNER}\\.apply${BLANK}\\(${BLANK}${RECEIVER}${BLANK},${BLANK}\\[)${ARGUMENTS}`, applied),
    form(
      `(?<head>\\bReflect\\.apply${BLANK}\\(${BLANK}${RUNNER}${BLANK},${BLANK}${RECEIVER}${BLANK},${BLANK}\\[)${ARGUMENTS}`,
      applied,
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

/** Writes code with the length and the number of lines of the original, so that the code behind it stays in place. */
function inPlace(code: string, written = ''): string {
  const breaks = lineBreaksIn(written)
  return code + '\n'.repeat(breaks) + ' '.repeat(Math.max(0, written.length - code.length - breaks))
}

/** Writes a call with an array of arguments as a plain call. */
function applied({ name, head, list, tail }: Readonly<Record<string, string | undefined>>): string {
  return `${inPlace(`${name}(`, head)}${list}${inPlace(')', tail)}`
}

function lineBreaksIn(text: string): number {
  return text.split('\n').length - 1
}

/** Pads the replacement to the length and the number of lines of the original. */
function filled(plain: string, written: string): string | undefined {
  const breaks = lineBreaksIn(written) - lineBreaksIn(plain)
  const rest = written.length - plain.length
  if (breaks === 0) return rest < 0 ? undefined : plain + ' '.repeat(rest)
  // Lines go on within parentheses alone.
  return rest < breaks + 2 ? undefined : `(${plain}${'\n'.repeat(breaks)}${' '.repeat(rest - breaks - 2)})`
}
