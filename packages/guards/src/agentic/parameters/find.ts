/** Objects and lists that may be stepped into on the way to an argument. */
type Container = Readonly<Record<string, unknown>> | readonly unknown[]

/** A value at a path, with the place where it really is: `items.1.price` for the path `items.price`. */
export interface Found {
  readonly place: string
  readonly value: unknown
}

/**
 * Every value that a dotted path may mean. A step into a list means each of its elements, or one by its number, and a name
 * may itself hold dots: `{"a.b": 1}` is found under `a.b` like `{"a": {"b": 1}}`, since a tool may read either as the
 * other. Own properties alone. Time is linear in the arguments: every value has one place.
 */
export function valuesAt(args: Readonly<Record<string, unknown>>, path: string): readonly Found[] {
  const found: Found[] = []
  walk(args, path, '', found)
  return found
}

/** What stands in a value, for rules on texts and numbers that hold for every element of a list: itself unless it is one. */
export function elementsOf({ place, value }: Found): readonly Found[] {
  const elements: Found[] = []
  const open: Found[] = [{ place, value }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { place: at, value: inner } = next
    if (Array.isArray(inner)) {
      for (let index = inner.length - 1; index >= 0; index--)
        open.push({ place: `${at}.${index}`, value: inner[index] })
    } else {
      elements.push(next)
    }
  }
  return elements
}

function walk(value: unknown, rest: string, place: string, found: Found[]): void {
  if (typeof value !== 'object' || value === null) return
  const container = value as Container
  if (Array.isArray(container)) {
    for (const [index, element] of container.entries()) walk(element, rest, joined(place, String(index)), found)
  }
  for (let end = nextDot(rest, 0); end !== -1; end = end === rest.length ? -1 : nextDot(rest, end + 1)) {
    const name = rest.slice(0, end)
    // The length of a list is no argument.
    if (!Object.hasOwn(container, name) || (Array.isArray(container) && name === 'length')) continue
    const inner = (container as Readonly<Record<string, unknown>>)[name]
    if (end === rest.length) found.push({ place: joined(place, name), value: inner })
    else walk(inner, rest.slice(end + 1), joined(place, name), found)
  }
}

function nextDot(text: string, from: number): number {
  const at = text.indexOf('.', from)
  return at === -1 ? text.length : at
}

function joined(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`
}
