import { BASH } from './bash.ts'
import { CPP } from './cpp.ts'
import { CSHARP } from './csharp.ts'
import { GO } from './go.ts'
import { JAVA } from './java.ts'
import { JAVASCRIPT } from './javascript.ts'
import { KOTLIN } from './kotlin.ts'
import type { ModelRow } from './model.ts'
import { PHP } from './php.ts'
import { PYTHON } from './python.ts'
import { RUBY } from './ruby.ts'
import { RUST } from './rust.ts'

/** Library models by language. */
export const MODEL_ROWS: Readonly<Record<string, readonly ModelRow[]>> = {
  bash: BASH,
  javascript: JAVASCRIPT,
  python: PYTHON,
  java: JAVA,
  kotlin: [...KOTLIN, ...JAVA],
  go: GO,
  php: PHP,
  csharp: CSHARP,
  ruby: RUBY,
  rust: RUST,
  cpp: CPP,
}
