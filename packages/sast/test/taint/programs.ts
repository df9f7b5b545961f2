/**
 * Generates small terminating JavaScript programs from a tape of numbers: each number selects an alternative, and an empty tape selects
 * the first, so that a shorter tape is a simpler program.
 */
export function writeProgram(tape: readonly number[]): string {
  return new Writer(tape).program()
}

const DEPTH_MAX = 4

class Writer {
  readonly #tape: readonly number[]
  #at = 0
  #names = 0
  #depth = 0
  /** Names that are readable and writable at the current position. */
  #variables: string[] = ['a', 'b', 'c']
  #functions: string[] = []
  #isInFunction = false
  #loops: { readonly label: string; readonly isLoop: boolean }[] = []

  constructor(tape: readonly number[]) {
    this.#tape = tape
  }

  program(): string {
    const head = "let a = 1, b = 'x', c = 3\nconst o = { k: 1, l: { m: 2 } }\nconst list = [1, 2, 3]\n"
    return `${head}${this.#class()}${this.#statements(3 + this.#pick(6))}log(a, b, c, o, list)\n`
  }

  #pick(ways: number): number {
    const value = this.#tape[this.#at] ?? 0
    this.#at += 1
    return value % ways
  }

  #one<T>(...ways: readonly T[]): T {
    return ways[this.#pick(ways.length)]!
  }

  #name(): string {
    this.#names += 1
    return `v${this.#names}`
  }

  #class(): string {
    const field = this.#expression(1)
    const method = this.#one('this.x + y', 'this.x = y', '`${this.x}${y}`', '(() => this.x + y)()')
    return [
      `class A { x = ${field}; static s = 7; constructor(z) { this.z = z } m(y) { return ${method} } }`,
      `class B extends A { w = this.x; constructor(z, q = 2) { super(z + q); this.q = q } m(y) { return super.m(y) + this.w } }`,
      'class C extends A { static t(y) { return y + C.s } }',
      '',
    ].join('\n')
  }

  #statements(count: number): string {
    let text = ''
    for (let index = 0; index < count; index += 1) text += this.#statement()
    return text
  }

  /** Statements within braces, with names of their own. */
  #block(count = 1 + this.#pick(3)): string {
    const variables = [...this.#variables]
    const functions = [...this.#functions]
    this.#depth += 1
    const text = this.#statements(count)
    this.#depth -= 1
    this.#variables = variables
    this.#functions = functions
    return `{\n${text}}\n`
  }

  #statement(): string {
    if (this.#depth >= DEPTH_MAX) return `log(${this.#expression(2)})\n`
    switch (this.#pick(17)) {
      case 1:
        return `${this.#one(...this.#variables)} ${this.#one('=', '+=', '=', '??=', '||=', '&&=')} ${this.#expression(2)}\n`
      case 2:
        return `if (${this.#condition(2)}) ${this.#block()}${this.#one('', `else ${this.#block()}`)}`
      case 3:
        return this.#counted()
      case 4:
        return this.#each()
      case 5:
        return this.#while()
      case 6:
        return this.#try()
      case 7:
        return this.#switch()
      case 8:
        return this.#destructuring()
      case 9:
        return this.#function()
      case 10:
        return this.#isInFunction ? `if (${this.#condition(1)}) return ${this.#expression(2)}\n` : this.#throwing()
      case 11:
        return `${this.#one('o.k', "o['k']", 'o.l.m', 'list[1]', 'o[b]')} ${this.#one('=', '+=')} ${this.#expression(1)}\n`
      case 12:
        return this.#object()
      case 13:
        return this.#leave()
      case 14:
        return this.#arrow()
      case 15:
        return this.#declare()
      case 16:
        return `${this.#one('a', 'c')}${this.#one('++', '--')}\n`
      default:
        return `log(${this.#expression(2)}, ${this.#expression(1)})\n`
    }
  }

  #declare(): string {
    const value = this.#expression(2)
    const name = this.#name()
    this.#variables.push(name)
    return `${this.#one('let', 'var')} ${name} = ${value}\n`
  }

  #inLoop(label: string, body: () => string): string {
    this.#loops.push({ label, isLoop: true })
    const text = body()
    this.#loops.pop()
    return text
  }

  #counted(): string {
    const name = this.#name()
    const label = this.#one('', `l${name}`)
    const head = `for (let ${name} = 0; ${name} < ${1 + this.#pick(3)}; ${name}++) `
    return (label === '' ? '' : `${label}: `) + head + this.#inLoop(label, () => this.#block())
  }

  #each(): string {
    const name = this.#name()
    const list = this.#one('[1, a, b]', 'list.slice()', "'xyz'", '[[1, 2], [3, 4]]')
    const left = list.startsWith('[[') ? `const [${name}]` : `const ${name}`
    const head = this.#one(`for (${left} of ${list}) `, `for (const ${name} in { p: 1, q: 2 }) `)
    return head + this.#inLoop('', () => `{ log(${name})\n${this.#block()}}\n`)
  }

  #while(): string {
    const name = this.#name()
    const isPost = this.#pick(2) === 1
    const body = this.#inLoop('', () => `{ ${name}++\n${this.#block()}}`)
    const test = `${name} < ${1 + this.#pick(3)}`
    return `let ${name} = 0\n${isPost ? `do ${body} while (${test})\n` : `while (${test}) ${body}\n`}`
  }

  #try(): string {
    const body = `{\n${this.#block()}${this.#one('', this.#throwing())}}\n`
    const handler = this.#one('catch (e) { log(String(e)) }\n', `catch { ${this.#block()} }\n`, '')
    const last = handler === '' || this.#pick(2) === 1 ? `finally ${this.#block()}` : ''
    return handler === ''
      ? `try { try ${body}${last} } catch (e) { log('outer', e) }\n`
      : `try ${body}${handler}${last}`
  }

  #throwing(): string {
    return `if (${this.#condition(1)}) throw ${this.#one("'t'", 'a', '[b]')}\n`
  }

  #switch(): string {
    const value = this.#expression(1)
    this.#loops.push({ label: '', isLoop: false })
    const cases = ['case 1:', "case 'x':", 'default:', 'case a:'].map(
      (head) => `${head} ${this.#block(1)} ${this.#one('break', '')}\n`,
    )
    this.#loops.pop()
    return `switch (${value}) {\n${cases.join('')}}\n`
  }

  #leave(): string {
    const frame = this.#loops.at(-1)
    if (frame === undefined) return 'log(a)\n'
    const labels = this.#loops.filter(({ label }) => label !== '').map(({ label }) => label)
    const label = labels.length > 0 ? this.#one('', ` ${labels.at(-1)!}`) : ''
    const how = this.#loops.some(({ isLoop }) => isLoop) ? this.#one('break', 'continue') : 'break'
    return `if (${this.#condition(1)}) ${how}${label}\n`
  }

  #destructuring(): string {
    const values = [this.#expression(1), this.#expression(1), this.#expression(1)]
    const [p, q, r] = [this.#name(), this.#name(), this.#name()]
    const text = this.#one(
      `let [${p}, ${q} = ${values[0]}, ...${r}] = [${values[1]}, undefined, a, b]\n`,
      `let { k: ${p}, none: ${q} = ${values[0]}, l: { m: ${r} } } = o\n`,
      `let [${p}, [${q}, ${r} = ${values[0]}]] = [${values[1]}, [${values[2]}]]\n`,
      `let ${p} = ${values[0]}, ${q} = ${values[1]}, ${r} = 1;\n[${p}, ${q}] = [${q}, ${p}]\n`,
    )
    this.#variables.push(p, q, r)
    return text
  }

  #function(): string {
    const name = this.#name()
    const [p, q] = [this.#name(), this.#name()]
    const before = {
      variables: this.#variables,
      functions: this.#functions,
      loops: this.#loops,
      is: this.#isInFunction,
    }
    this.#variables = [...before.variables, p, q]
    this.#functions = [...before.functions]
    this.#loops = []
    this.#isInFunction = true
    const body = this.#block()
    this.#variables = before.variables
    this.#functions = before.functions
    this.#loops = before.loops
    this.#isInFunction = before.is
    const parameters = this.#one(`${p}, ${q}`, `${p}, ${q} = 5`, `${p}, ...${q}`, `[${p}, ${q} = 1]`)
    const fits = parameters.startsWith('[') ? '[1, b]' : this.#one('1', '1, c', 'b, 2, 3')
    return `function ${name}(${parameters}) ${body}log(${name}(${fits}))\n`
  }

  #arrow(): string {
    const name = this.#name()
    const p = this.#name()
    const outer = this.#variables
    this.#variables = [...outer, p]
    const body = this.#one(this.#expression(2), `{ ${this.#one(...outer)} = ${this.#expression(1)}; return ${p} }`)
    this.#variables = outer
    return `const ${name} = (${p}) => ${body.startsWith('{') ? body : `(${body})`}\nlog(${name}(${this.#expression(1)}))\n`
  }

  #object(): string {
    const name = this.#name()
    const text = this.#one(
      `const ${name} = new A(${this.#expression(1)})\nlog(${name}.m(${this.#expression(1)}), ${name}.x, ${name}.z)\n`,
      `const ${name} = new B(a)\nlog(${name}.m(b), ${name}.w, ${name}.q, ${name}.z)\n`,
      `const ${name} = new C(1)\nlog(${name}.z, C.t(a), ${name} instanceof A)\n`,
      `const ${name} = { ...o, b, [b]: c, f(y) { return this.k + y } }\nlog(${name}.f(a), ${name}.b)\n`,
    )
    return text
  }

  #condition(depth: number): string {
    if (depth === 0) return this.#one('a', "b === 'x'", 'c > 2')
    const left = this.#condition(depth - 1)
    const right = this.#condition(depth - 1)
    return this.#one(left, `${left} && ${right}`, `!(${left} || ${right})`, `${this.#expression(1)} < c`)
  }

  #expression(depth: number): string {
    const leaf = this.#one('1', ...this.#variables, "'t'", 'o.k', 'list[0]', 'null', 'o.none')
    if (depth === 0) return leaf
    const left = this.#expression(depth - 1)
    const right = this.#expression(depth - 1)
    switch (this.#pick(13)) {
      case 1:
        return `(${left} + ${right})`
      case 2:
        return `(${left} - ${right})`
      case 3:
        return `(${left} ${this.#one('&&', '||', '??')} ${right})`
      case 4:
        return `(${this.#condition(1)} ? ${left} : ${right})`
      case 5:
        return '`<${' + left + '}>`'
      case 6:
        return `[${left}, ...[${right}]].length`
      case 7:
        return `(a = ${left})`
      case 8:
        return `String(${left})`
      case 9:
        return `(() => ${left})()`
      case 10:
        return `({ k: ${left}, m: ${right} }).m`
      case 11:
        return `(${left}, c${this.#one('++', '--')})`
      case 12:
        return `[${left}, ${right}].map((x) => x + 1).join()`
      default:
        return leaf
    }
  }
}
