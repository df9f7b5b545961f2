import type { Constant } from './values.ts'

/** Own limit: longer texts are no keys and no conditions. */
const TEXT_CHARS_MAX = 1_000

/** Languages in which a whole number divided by another is a whole number. */
const WHOLE_DIVISION = new Set(['java', 'go', 'csharp', 'c', 'cpp', 'rust', 'kotlin', 'ruby'])

/** Languages with conditions of boolean type only. */
const STRICT = new Set(['java', 'go', 'csharp', 'rust', 'kotlin'])

/** Operators that join paths, repeat texts or fill in formats where their operands are no numbers. */
const OVERLOADED: Readonly<Record<string, readonly string[]>> = {
  python: ['/', '*', '%', '+', '|', '&', '/=', '*=', '%=', '+=', '|='],
  ruby: ['/', '*', '%', '+', '<<', '|', '&', '-', '/=', '*=', '%=', '+=', '|='],
  cpp: ['/', '<<', '>>', '+', '|', '/=', '+='],
  kotlin: ['/', '+', '-', '%'],
  rust: ['+'],
}

/** Whether the result of an operator is a number for any operands. */
export function yieldsNumber(language: string, operator: string | undefined): boolean {
  return operator === undefined || OVERLOADED[language]?.includes(operator) !== true
}

/** Whether a language treats a constant as true; undefined where it depends on unknown facts. */
export function isTrue(language: string, value: Constant): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (STRICT.has(language)) return undefined
  if (value === null) return false
  if (language === 'ruby') return true
  if (language === 'php' && value === '0') return false
  if (language === 'bash') return undefined
  return typeof value === 'string' ? value !== '' : value !== 0
}

/** Folds an operation on constants; undefined where the result is unknown. */
export function fold(
  language: string,
  kind: 'text' | 'number' | 'test' | 'either' | 'whole',
  operator: string | undefined,
  values: readonly (Constant | undefined)[],
): Constant | undefined {
  if (values.length === 0 || values.includes(undefined)) return undefined
  const parts = values as readonly Constant[]
  switch (kind) {
    case 'text':
      return operator === '+' && parts.every((part) => typeof part === 'number')
        ? numbers(language, '+', parts)
        : text(parts)
    case 'number':
      return numbers(language, operator, parts)
    case 'test':
      return test(language, operator, parts)
    case 'either':
      return parts.every((part) => part === parts[0]) ? parts[0] : undefined
    case 'whole':
    default:
      return undefined
  }
}

function text(parts: readonly Constant[]): string | undefined {
  let all = ''
  for (const part of parts) {
    if (typeof part !== 'string' && !(typeof part === 'number' && Number.isSafeInteger(part))) return undefined
    all += part
  }
  return all.length > TEXT_CHARS_MAX ? undefined : all
}

function numbers(language: string, operator: string | undefined, parts: readonly Constant[]): number | undefined {
  const [a, b] = parts
  if (typeof a !== 'number') return undefined
  if (parts.length === 1) return operator === '-' ? -a : operator === '+' ? a : undefined
  if (typeof b !== 'number' || parts.length > 2) return undefined
  const result = arithmetic(language, operator, a, b)
  return result !== undefined && Number.isFinite(result) ? result : undefined
}

function arithmetic(language: string, operator: string | undefined, a: number, b: number): number | undefined {
  const areWhole = Number.isSafeInteger(a) && Number.isSafeInteger(b)
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      if (b === 0) return undefined
      if (!WHOLE_DIVISION.has(language)) return a / b
      return areWhole ? Math.trunc(a / b) : undefined
    case '//':
      return b === 0 ? undefined : Math.floor(a / b)
    case '%':
      // The sign of the rest is not the same in all languages.
      return areWhole && a >= 0 && b > 0 ? a % b : undefined
    case '**':
      return areWhole && b >= 0 && b < 64 ? a ** b : undefined
    case undefined:
    default:
      return undefined
  }
}

/** Languages with a value, not a pattern, after `case`. */
const PLAIN_CASES = new Set(['java', 'php', 'go'])

/** Whether a case is certainly not taken. The opposite is never certain: a case may have further conditions. */
function isOtherCase(language: string, [value, ...wanted]: readonly Constant[]): boolean {
  if (!PLAIN_CASES.has(language) || wanted.length === 0 || typeof value === 'boolean') return false
  return wanted.every((item) => typeof item === typeof value && item !== value)
}

function test(
  language: string,
  operator: string | undefined,
  parts: readonly Constant[],
): boolean | string | undefined {
  const [a, b] = parts
  if (a === undefined) return undefined
  if (parts.length === 1) {
    if (operator === 'typeof') return a === null ? undefined : typeof a
    const isYes = operator === '!' || operator === 'not' ? isTrue(language, a) : undefined
    return isYes === undefined ? undefined : !isYes
  }
  if (operator === 'case') return isOtherCase(language, parts) ? false : undefined
  if (b === undefined || parts.length > 2) return undefined
  const areAlike = typeof a === typeof b
  switch (operator) {
    case '===':
    case '!==':
      return (operator === '===') === (a === b)
    case '==':
    case '!=':
      return areAlike ? (operator === '==') === (a === b) : undefined
    case '<':
    case '>':
    case '<=':
    case '>=':
      return areAlike && typeof a === 'number' ? ordered(operator, a, b as number) : undefined
    case undefined:
    default:
      return undefined
  }
}

function ordered(operator: '<' | '>' | '<=' | '>=', a: number, b: number): boolean {
  if (operator === '<') return a < b
  if (operator === '>') return a > b
  return operator === '<=' ? a <= b : a >= b
}

/** Returns the result of a pure method on constants; undefined where it is unknown. */
export function called(
  method: string,
  receiver: Constant,
  values: readonly (Constant | undefined)[],
): Constant | undefined {
  if (typeof receiver !== 'string') return undefined
  const [first] = values
  if (values.length === 0) {
    if (method === 'toLowerCase' || method === 'lower') return receiver.toLowerCase()
    if (method === 'toUpperCase' || method === 'upper') return receiver.toUpperCase()
    if (method === 'trim' || method === 'strip') return receiver.trim()
    if (method === 'toString') return receiver
    return method === 'length' ? receiver.length : undefined
  }
  if (values.length > 1 || first === undefined) return undefined
  if (method === 'charAt' && typeof first === 'number') return receiver.charAt(first)
  return method === 'equals' && typeof first === 'string' ? receiver === first : undefined
}
