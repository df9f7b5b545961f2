/** Choices that are the same in every run: a small generator of numbers from a seed. */
export interface Draw {
  readonly of: <One>(all: readonly One[]) => One
  readonly number: (below: number) => number
  /** A name of a variable. */
  readonly name: () => string
  /** A host under a name that nobody can register. */
  readonly host: () => string
  /** Lines of innocent code, to stand before or behind. */
  readonly filler: (syntax: 'js' | 'python') => string
}

const WORDS =
  'data info item value entry list cache store queue state token_map result buffer chunk payload holder box slot'.split(
    ' ',
  )
const HOSTS = 'cdn api stats updates assets node files mirror logs edge'.split(' ')

const FILLERS = {
  js: [
    "function pad(text, width) {\n  return String(text).padStart(width, ' ')\n}\n",
    'const defaults = { retries: 3, timeout: 5000, verbose: false }\n',
    'class Emitter {\n  constructor() { this.handlers = new Map() }\n  on(name, fn) { this.handlers.set(name, fn); return this }\n}\n',
    'function sum(values) {\n  let total = 0\n  for (const value of values) total += value\n  return total\n}\n',
    "module.exports.version = '1.4.2'\n",
    "const isObject = (value) => typeof value === 'object' && value !== null\n",
  ],
  python: [
    'def pad(text, width):\n    return str(text).rjust(width)\n\n',
    'DEFAULTS = {"retries": 3, "timeout": 5.0}\n\n',
    'class Store:\n    def __init__(self):\n        self.items = {}\n\n    def put(self, key, value):\n        self.items[key] = value\n\n',
    'def total(values):\n    return sum(value for value in values)\n\n',
    '__version__ = "1.4.2"\n\n',
  ],
}

export function drawFrom(seed: number): Draw {
  let state = (seed * 2_654_435_761 + 97) >>> 0
  const number = (below: number): number => {
    state ^= (state << 13) >>> 0
    state ^= state >>> 17
    state = (state ^ (state << 5)) >>> 0
    return state % below
  }
  const of = <One>(all: readonly One[]): One => all[number(all.length)]!
  let names = 0
  return {
    of,
    number,
    name: () => `${of(WORDS)}${(names += 1)}`,
    host: () => `${of(HOSTS)}${number(90)}.${of(HOSTS)}-${number(900)}.example`,
    filler: (syntax) => Array.from({ length: number(4) }, () => of(FILLERS[syntax])).join(''),
  }
}

/** What would be hidden: harmless, and long enough to look like what it stands for. */
export function hidden(draw: Draw, encoding: 'base64' | 'hex' = 'base64'): string {
  const words = Array.from({ length: 60 + draw.number(60) }, () => draw.of(WORDS)).join(' ')
  return Buffer.from(`console.log(${JSON.stringify(words)})`).toString(encoding)
}
