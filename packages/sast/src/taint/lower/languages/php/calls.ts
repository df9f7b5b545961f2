import { type Argument, NONE, type Register } from '../../../ir.ts'
import { buildClass, classAround, holderAround } from '../../classes.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readVariable } from '../../names.ts'
import { emitCall, lastPart } from '../../operations.ts'
import { calledByName, variablesByName } from './by-name.ts'
import { membersOf, supersOf } from './classes.ts'
import { classPath, functionPath, literalText, pathOf, typeOf } from './names.ts'
import { type ReferenceArgument, passReference, referencesOf, assignReferences } from './references.ts'

const NONE_BY_REFERENCE: ReadonlySet<number> = new Set()

/** @param handed receives the variables among `references` that the call may assign */
export function argumentsOf(
  f: FunctionBuilder,
  list: number,
  references = NONE_BY_REFERENCE,
  handed: ReferenceArgument[] = [],
): Argument[] {
  const { file } = f
  if (list === -1) return []
  return file.named(list).flatMap((item, at): Argument[] => {
    if (file.kind(item) !== 'argument') return []
    const name = file.child(item, 'name')
    const inner = file.named(item).find((child) => child !== name && file.kind(child) !== 'reference_modifier')
    if (inner === undefined) return []
    if (file.kind(inner) === 'variadic_unpacking') return [{ value: evaluate(f, file.first(inner)), isSpread: true }]
    const place = references.has(at) ? passReference(f, inner, handed) : undefined
    const value = place ?? evaluate(f, inner)
    return [name === -1 ? { value } : { value, name: file.text(name) }]
  })
}

/** `f(a)`, `$f(a)`. */
export function functionCall(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const called = file.child(node, 'function')
  const list = file.child(node, 'arguments')
  const kind = file.kind(called)
  if (kind !== 'name' && kind !== 'qualified_name') {
    const callee = evaluate(f, called)
    if (isPlaceholder(f, list)) return callee
    const values = argumentsOf(f, list)
    const type = typeOf(f, called)
    if (type === undefined)
      return emitCall(f, { name: pathOf(f, called) ?? '', method: '', callee, arguments: values }, node)
    // A call of an object runs its `__invoke`.
    const invoked = f.member(callee, '__invoke', called)
    return emitCall(
      f,
      { name: '', method: '__invoke', receiver: callee, receiverType: type, callee: invoked, arguments: values },
      node,
    )
  }
  const name = functionPath(f, file.text(called))
  if (isPlaceholder(f, list)) return functionNamed(f, file.text(called), called)
  const special = variablesByName(f, name, list, node) ?? calledByName(f, name, list, node)
  if (special !== undefined) return special
  const handed: ReferenceArgument[] = []
  const inputs = argumentsOf(f, list, referencesOf(f, name, false), handed)
  if (name === 'isset' || name === 'empty' || name === 'count') {
    return f.combine(
      'test',
      inputs.map(({ value }) => value),
      node,
      name,
    )
  }
  const callee = functionNamed(f, file.text(called), called)
  const result = emitCall(f, { name, method: lastPart(name), callee, arguments: inputs }, node)
  assignReferences(f, handed)
  if (name === 'die' || name === 'exit') f.end({ type: 'end' })
  return result
}

/** The function of a name, as a value. */
export function functionNamed(f: FunctionBuilder, text: string, node: number): Register {
  const variable = f.scope.lookup(`${text}()`)
  return variable === undefined ? f.global(functionPath(f, text), node) : readVariable(f, variable, node)
}

/** `f(...)`: the function itself. */
function isPlaceholder(f: FunctionBuilder, list: number): boolean {
  return (
    list !== -1 &&
    f.file
      .named(list)
      .some(
        (child) =>
          f.file.kind(f.file.first(child)) === 'variadic_placeholder' || f.file.kind(child) === 'variadic_placeholder',
      )
  )
}

/** `$a->b(c)`. */
export function methodCall(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const object = file.child(node, 'object')
  const nameNode = file.child(node, 'name')
  const isNamed = file.kind(nameNode) === 'name'
  const method = isNamed ? file.text(nameNode) : ''
  const path = pathOf(f, object)
  const receiver = evaluate(f, object)
  const index = isNamed ? undefined : evaluate(f, nameNode)
  const callee = f.member(receiver, isNamed ? method : undefined, nameNode, index)
  const list = file.child(node, 'arguments')
  if (isPlaceholder(f, list)) return callee
  const handed: ReferenceArgument[] = []
  const values = argumentsOf(f, list, referencesOf(f, method, true), handed)
  const name = path === undefined || !isNamed ? '' : `${path}.${method}`
  const result = emitCall(
    f,
    { name, method, receiver, callee, receiverType: typeOf(f, object), arguments: values },
    node,
  )
  assignReferences(f, handed)
  return result
}

/** `A::b(c)`, `parent::b(c)`. */
export function scopedCall(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const scope = file.child(node, 'scope')
  const nameNode = file.child(node, 'name')
  const method = file.kind(nameNode) === 'name' ? file.text(nameNode) : ''
  const list = file.child(node, 'arguments')
  if (file.text(scope) === 'parent') {
    const isConstructor = method === '__construct'
    const receiver = selfOf(f, scope)
    const receiverType = classAround(f)?.supers[0]
    const name = isConstructor ? 'super' : `super.${method}`
    const called = { name, method: isConstructor ? 'constructor' : method, receiver, receiverType }
    const result = emitCall(f, { ...called, arguments: argumentsOf(f, list) }, node)
    const { afterSuper } = f
    if (isConstructor) {
      f.afterSuper = undefined
      afterSuper?.()
    }
    return result
  }
  const path = pathOf(f, scope)
  const receiver = evaluate(f, scope)
  const callee = f.member(receiver, method === '' ? undefined : method, nameNode)
  const name = path === undefined || method === '' ? '' : `${path}.${method}`
  if (isPlaceholder(f, list)) return callee
  const receiverType = file.kind(scope) === 'relative_scope' ? classAround(f)?.name : typeOf(f, scope)
  return emitCall(f, { name, method, receiver, callee, receiverType, arguments: argumentsOf(f, list) }, node)
}

/** Returns `$this`, or the class in a static context. */
export function selfOf(f: FunctionBuilder, node: number): Register {
  const self = f.scope.thisOf(undefined) ?? holderAround(f)
  return self === undefined ? f.global('$this', node) : readVariable(f, self, node)
}

/** The class that static members are of that code names by `self::`, `static::` or `A::`. */
export function staticOwner(f: FunctionBuilder, node: number): Register {
  if (f.file.kind(node) !== 'relative_scope') return evaluate(f, node)
  const holder = holderAround(f)
  return holder === undefined ? f.global(f.file.text(node), node) : readVariable(f, holder, node)
}

/** Returns the class of a name as a value. */
export function classNamed(f: FunctionBuilder, node: number): Register {
  const text = f.file.text(node)
  const variable = f.scope.lookup(text)
  return variable === undefined ? f.global(classPath(f, text), node) : readVariable(f, variable, node)
}

/** `new A(b)`, `new $a`, `new class { … }`. */
export function newObject(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const result = file.first(node)
  if (result === -1) return NONE
  const kind = file.kind(result)
  if (kind === 'anonymous_class') {
    const values = argumentsOf(f, file.ofKind(result, 'arguments'))
    const body = file.child(result, 'body')
    const members = (inner: FunctionBuilder): ReturnType<typeof membersOf> =>
      body === -1 ? [] : membersOf(inner, body)
    const callee = buildClass(f, { name: '', node: result, supers: supersOf(f, result), marks: [], members })
    return emitCall(f, { name: '', method: '', callee, arguments: values, isNew: true }, node)
  }
  const inputs = argumentsOf(f, file.ofKind(node, 'arguments'))
  const isName = kind === 'name' || kind === 'qualified_name'
  const name = isName ? classPath(f, file.text(result)) : ''
  const callee = isName ? classNamed(f, result) : evaluate(f, result)
  return emitCall(f, { name, method: lastPart(name), callee, arguments: inputs, isNew: true }, node)
}

/** Lowers `include 'a.php'`: a call, and an import where the file name is literal. */
export function include(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const given = file.first(node)
  const path = given === -1 ? undefined : includedPath(f, given)
  if (path !== undefined) file.imports.push({ local: '*', module: path, name: '*' })
  const name = file.kind(node).replace('_expression', '')
  const value = evaluate(f, given)
  return emitCall(f, { name, method: name, callee: f.global(name, node), arguments: [{ value }] }, node)
}

function includedPath(f: FunctionBuilder, node: number): string | undefined {
  const { file } = f
  if (file.kind(node) === 'parenthesized_expression') return includedPath(f, file.first(node))
  if (file.kind(node) !== 'binary_expression') return literalText(f, node)
  const right = literalText(f, file.child(node, 'right'))
  const isHere = file.text(file.child(node, 'left')) === '__DIR__'
  return isHere && right !== undefined ? `.${right}` : undefined
}
