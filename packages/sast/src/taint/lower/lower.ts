import type { Source } from '../../match/source.ts'
import type { FileIr } from '../ir.ts'
import { FileBuilder } from './file-builder.ts'
import type { LanguageLowering } from './handlers.ts'
import { bash } from './languages/bash/bash.ts'
import { cpp } from './languages/cpp/cpp.ts'
import { csharp } from './languages/csharp/csharp.ts'
import { go } from './languages/go/go.ts'
import { java } from './languages/java/java.ts'
import { javascript } from './languages/javascript/javascript.ts'
import { kotlin } from './languages/kotlin/kotlin.ts'
import { php } from './languages/php/php.ts'
import { python } from './languages/python/python.ts'
import { ruby } from './languages/ruby/ruby.ts'
import { rust } from './languages/rust/rust.ts'

const LANGUAGES: Readonly<Partial<Record<string, LanguageLowering>>> = {
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
  typescript: javascript,
  tsx: javascript,
}

/** Whether the flow of values is followed in a language. */
export function canLower(language: string): boolean {
  return LANGUAGES[language] !== undefined
}

/** Lowers the code of a file to the intermediate form. Empty for a language without lowering. */
export function lower(source: Source): FileIr {
  const { name } = source.vocabulary.language
  const language = LANGUAGES[name]
  if (language !== undefined) return new FileBuilder(source, language).lower()
  return { language: name, package: '', functions: [], classes: [], imports: [], exports: [], unknown: [] }
}
