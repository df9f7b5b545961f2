/** A function, a class or the final code: its lines, where `@name@` references another unit. */
interface Unit {
  readonly name: string
  readonly lines: readonly string[]
  readonly uses: ReadonlySet<string>
}

/** The same program as one file and as several. */
export interface Split {
  readonly whole: string
  readonly files: Readonly<Record<string, string>>
}

const FILES = 3

/**
 * Generates programs of functions and classes that call each other, from a tape of numbers: once in one file, and once in several, with
 * renamed imports, re-exports, and CommonJS. Each `sink` has a unique number.
 */
export function writeSplit(tape: readonly number[]): Split {
  let at = 0
  const pick = (ways: number): number => {
    const value = tape[at] ?? 0
    at += 1
    return value % ways
  }
  const units = unitsOf(pick)
  const whole = units.flatMap(({ lines }) => lines.map((line) => line.replaceAll('@', ''))).join('\n')
  return { whole: `${whole}\n`, files: filesOf(units, pick) }
}

type Pick = (ways: number) => number

function unitsOf(pick: Pick): readonly Unit[] {
  const units: Unit[] = []
  let sinks = 0
  const sink = (value: string): string => {
    sinks += 1
    return `sink(${sinks}, ${value})`
  }
  const functions: string[] = []
  const add = (name: string, lines: readonly string[]): void => {
    const uses = new Set(
      [...lines.join('\n').matchAll(/@(\w+)@/g)].map(([, used]) => used!).filter((item) => item !== name),
    )
    units.push({ name, lines, uses })
  }
  const call = (value: string): string =>
    functions.length === 0
      ? value
      : `@${functions[pick(functions.length)]!}@(${value}, ${pick(2) === 0 ? "'c'" : value})`
  const texts = ['x', 'y', 'o.k', "'c'", 'source()']
  const text = (): string => texts[pick(texts.length)]!
  const statement = (): string =>
    [
      () => `x = ${text()}`,
      () => `y = ${call(text())}`,
      () => `o.k = ${text()}`,
      () => `o = { k: ${text()}, l: y }`,
      () => `x = o.l + ${text()}`,
      () => sink(text()),
      () => sink(call(text())),
      () => `x = [${text()}, ${text()}].map((one) => one + 'm')[${pick(2)}]`,
    ][pick(8)]!()
  const statements = (): readonly string[] => Array.from({ length: 1 + pick(4) }, () => ` ${statement()}`)
  for (let index = 0; index < 2 + pick(4); index += 1) {
    const name = `f${index}`
    const result = ['x', 'y', "'r'", 'o.k', 'x + y'][pick(5)]!
    add(name, [`function @${name}@(x, y) {`, " let o = { k: 'k', l: 'l' }", ...statements(), ` return ${result}`, '}'])
    functions.push(name)
  }
  add('Box', [
    'class @Box@ {',
    ' constructor(v) { this.v = v }',
    ' get() { return this.v }',
    ' put(v) {',
    `  ${sink('v')}`,
    '  this.v = v',
    ' }',
    '}',
  ])
  const end = [
    "let x = 'x', y = 'y', o = { k: 'k', l: 'l' }",
    'const box = new @Box@(x)',
    ...statements(),
    ...statements(),
  ]
  end.push(pick(2) === 0 ? 'box.put(x)' : `box.put(${call('y')})`, sink('box.get()'), sink('x'), sink('o.k'))
  add('main', end)
  return units
}

function filesOf(units: readonly Unit[], pick: Pick): Readonly<Record<string, string>> {
  const place = new Map(units.map(({ name }) => [name, name === 'main' ? 0 : pick(FILES)]))
  const isOld = pick(4) === 0
  const texts = Array.from({ length: FILES }, (_, file) => {
    const own = units.filter(({ name }) => place.get(name) === file)
    const heads: string[] = []
    const called = new Map<string, string>()
    for (const name of new Set(own.flatMap(({ uses }) => [...uses]))) {
      const from = place.get(name)!
      if (from === file) called.set(name, name)
      else heads.push(importOf(name, from, isOld, pick, called))
    }
    const lines = own.flatMap((unit) => unit.lines.map((line) => named(line, unit.name, called)))
    const values = own.map(({ name }) => name).filter((name) => name !== 'main')
    const exported = isOld ? `module.exports = { ${values.join(', ')} }` : `export { ${values.join(', ')} }`
    return [...heads, ...lines, ...(values.length === 0 ? [] : [exported])].join('\n')
  })
  const files = Object.fromEntries(texts.map((text, file) => [`m${file}.js`, `${text}\n`]))
  const all = texts.map((_, file) => `export * from './m${file}.js'`).join('\n')
  return isOld ? files : { ...files, 'all.js': `${all}\n` }
}

function importOf(name: string, from: number, isOld: boolean, pick: Pick, called: Map<string, string>): string {
  const kind = pick(3)
  called.set(name, [name, `${name}As`, `${name}In.${name}`][kind]!)
  const module = isOld || pick(3) > 0 ? `./m${from}` : './all'
  if (isOld)
    return (
      [`const { ${name} } = `, `const { ${name}: ${name}As } = `, `const ${name}In = `][kind]! + `require('${module}')`
    )
  return `import ${[`{ ${name} }`, `{ ${name} as ${name}As }`, `* as ${name}In`][kind]!} from '${module}.js'`
}

function named(line: string, own: string, called: ReadonlyMap<string, string>): string {
  return line.replace(/@(\w+)@/g, (_word, name: string) => (name === own ? name : called.get(name)!))
}
