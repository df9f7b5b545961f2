import type { Language } from '../../../src/languages/language.ts'
import { bash } from './bash.ts'
import { cpp } from './cpp.ts'
import { csharp } from './csharp.ts'
import type { LanguageFacts } from './facts.ts'
import { go } from './go.ts'
import { java } from './java.ts'
import { javascript } from './javascript.ts'
import { kotlin } from './kotlin.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'
import { typescript } from './typescript.ts'

const FACTS: Readonly<Record<string, LanguageFacts>> = {
  bash,
  c: cpp,
  cpp,
  csharp,
  go,
  java,
  javascript,
  kotlin,
  php,
  python,
  ruby,
  rust,
  tsx: typescript,
  typescript,
}

/** Returns the mutation facts of a language; undefined for configuration. */
export function factsOf({ name }: Language): LanguageFacts | undefined {
  return FACTS[name]
}
