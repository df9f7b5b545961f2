import type { ModelRow } from './model.ts'

/** Models of Kotlin functions, in addition to those of Java. */
export const KOTLIN: readonly ModelRow[] = [
  { names: 'let run also', flows: 'this -> 0(0), 0() -> result, this -> result' },
  { names: 'apply with use takeIf takeUnless', flows: 'this -> 0(0), this -> result, 0() -> result' },
  {
    names: 'mapNotNull mapIndexed associate associateBy groupBy',
    flows: 'this.* -> 0(0), this.* -> 0(1), 0() -> result.*',
  },
  { names: 'joinToString', flows: 'this.* -> result, 0 -> result' },
  { names: 'first last single firstOrNull lastOrNull find random', flows: 'this.* -> 0(0), this.* -> result' },
  { names: 'fold', flows: 'this.* -> 1(1), 0 -> 1(0), 1() -> 1(0), 1() -> result, 0 -> result' },
  { names: 'toInt toLong toDouble toFloat toBoolean toIntOrNull toLongOrNull toDoubleOrNull count', flows: '' },
  { names: 'listOf() mutableListOf() setOf() arrayOf() arrayListOf() sequenceOf()', flows: 'args -> result.*' },
  { names: 'getValue', flows: 'this.* -> result' },
  { names: 'buildString()', flows: '0() -> result' },
]
