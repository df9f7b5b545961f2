import { parameterName, spellingsOf } from './names.ts'

/** Objects and lists on the path to an argument. */
type Container = Readonly<Record<string, unknown>> | readonly unknown[]

/** A value at a path, with its actual location: `items.1.price` for the path `items.price`. */
export interface Found {
  readonly place: string
  readonly value: unknown
  /** Whether every name on the path is spelled as in the rule. */
  readonly isExact: boolean
  /** Whether an object on the path contains the name in two spellings, and a tool may read either. */
  readonly isAmbiguous: boolean
}

/**
 * Returns every value of a dotted path, with names in any spelling ({@link parameterName}). A step into a list selects each of its
 * elements, or one by its index. A name may contain dots: `{"a.b": 1}` is found under `a.b` like `{"a": {"b": 1}}`, because a tool may
 * read either form. Only own properties are read. Takes linear time.
 */
export function valuesAt(args: Readonly<Record<string, unknown>>, path: string): readonly Found[] {
  const found: Found[] = []
  walk(args, path, ROOT, found)
  return found
}

/** Returns the elements of a list, or a single value itself, for rules on texts and numbers that apply to every element. */
export function elementsOf(found: Found): readonly Found[] {
  const elements: Found[] = []
  const open: Found[] = [found]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { place: at, value: inner } = next
    if (Array.isArray(inner)) {
      for (let index = inner.length - 1; index >= 0; index--)
        open.push({ ...next, place: `${at}.${index}`, value: inner[index] })
    } else {
      elements.push(next)
    }
  }
  return elements
}

/** Path to a value. */
type ValuePath = Omit<Found, 'value'>

const ROOT: ValuePath = { place: '', isExact: true, isAmbiguous: false }

function walk(value: unknown, rest: string, valuePath: ValuePath, found: Found[]): void {
  if (typeof value !== 'object' || value === null) return
  const container = value as Container
  if (Array.isArray(container)) {
    for (const [index, element] of container.entries()) {
      walk(element, rest, { ...valuePath, place: joined(valuePath.place, String(index)) }, found)
    }
  }
  for (let end = nextDot(rest, 0); end !== -1; end = end === rest.length ? -1 : nextDot(rest, end + 1)) {
    const name = rest.slice(0, end)
    const spellings = spellingsOf(container, parameterName(name))
    for (const spelling of spellings) {
      const inner = (container as Readonly<Record<string, unknown>>)[spelling]
      const next: ValuePath = {
        place: joined(valuePath.place, spelling),
        isExact: valuePath.isExact && spelling === name,
        isAmbiguous: valuePath.isAmbiguous || spellings.length > 1,
      }
      if (end === rest.length) found.push({ ...next, value: inner })
      else walk(inner, rest.slice(end + 1), next, found)
    }
  }
}

function nextDot(text: string, from: number): number {
  const at = text.indexOf('.', from)
  return at === -1 ? text.length : at
}

function joined(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`
}
