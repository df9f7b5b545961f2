import type { Row } from './row.ts'

export const TYPESCRIPT: readonly Row[] = [
  ['function $F($X: $T) { ... }', 'function a(b: string) { c() }', ['function a(b: string) { c() }']],
  ['($X: $T) => ...', 'x = (b: string) => c()', ['(b: string) => c()']],
  ['const $X: $T = ...', 'const a: string = "b"', ['const a: string = "b"']],
  ['interface $I { ... }', 'interface A { b: string }', ['interface A { b: string }']],
  ['type $X = $Y', 'type A = string', ['type A = string']],
  ['enum $X { ... }', 'enum A { B }', ['enum A { B }']],
  ['@$D(...) $M(...) { ... }', 'class A { @Get("x") m(a: string) { b() } }', ['@Get("x") m(a: string) { b() }']],
  [
    'class $C { ... constructor(...) { ... } ... }',
    'class A { constructor(private b: string) { c() } }',
    ['class A { constructor(private b: string) { c() } }'],
  ],
  ['$X as $T', 'f(a as any)', ['a as any']],
  ['<$T>$X', 'f(<any>a)', ['<any>a']],
  ['$X!', 'f(a!)', ['a!']],
  ['(...): $T => { ... }', 'x = (b: string): number => { c() }', ['(b: string): number => { c() }']],
  ['private $X: $T', 'class A { private b: string }', ['private b: string']],
  ['($P: Foo).query(...)', 'class A { private p: Foo; m() { this.p.query(1); this.q.query(2) } }', ['this.p.query(1)']],
  [
    '($X: A).f(...)',
    'class Q { constructor(private x: A) {} m(y: A) { this.x.f(1); y.f(2) } }',
    ['this.x.f(1)', 'y.f(2)'],
  ],
  [
    'constructor(..., private $X: $T, ...) { ... }',
    'class A { constructor(a: B, private c: D) { e() } }',
    ['constructor(a: B, private c: D) { e() }'],
  ],
  [
    'this.$X.bypassSecurityTrustHtml($Y)',
    'class A { m() { this.s.bypassSecurityTrustHtml(a) } }',
    ['this.s.bypassSecurityTrustHtml(a)'],
  ],
  [
    '@Component({..., selector: $S, ...})\nclass $C { ... }',
    "@Component({ selector: 'a', x: 1 }) export class A { m() {} }",
    ["@Component({ selector: 'a', x: 1 }) export class A { m() {} }"],
  ],
  ['const $X: any = $Y', 'const a: any = b', ['const a: any = b']],
  [
    'async function $F(...): Promise<$T> { ... }',
    'async function a(b: C): Promise<D> { e() }',
    ['async function a(b: C): Promise<D> { e() }'],
  ],
]
