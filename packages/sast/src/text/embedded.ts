import { LANGUAGES } from '../languages/all.ts'
import type { Language } from '../languages/language.ts'
import { notebookCode } from './notebook.ts'
import { blockCode, scriptletCode, scriptsWithScriptlets } from './scriptlets.ts'
import { scriptCode } from './scripts.ts'

/** Code embedded in a file of another kind. */
export interface EmbeddedCode {
  readonly language: Language
  /** Only the code. If {@link lines} is absent, all other characters are spaces, so that lines and offsets stay valid. */
  readonly text: string
  /** By line of the text, 0-based: its line in the file, 1-based. */
  readonly lines?: readonly number[]
  /** The code of the server alone, for a page whose scripts are code only after the server has filled them in. */
  readonly fallback?: string
}

/** Pages with scripts, notebooks, and templates with code. */
const NAMES = /\.(?:x?html?|vue|svelte|astro|ipynb|erb|rhtml|ejs|jspf?|jspx|tagx?|cshtml|vbhtml|razor|tpl|tmpl)$/i

/** Whether a file may contain code of another language, by its name. */
export function mayEmbed(path: string): boolean {
  return NAMES.test(path)
}

/**
 * Extracts the code of a page, a notebook or a template: `text` has nothing else.
 * @returns undefined for none; `unreadable` for a file whose content does not match its name
 */
export function embeddedCode(path: string, text: string): EmbeddedCode | 'unreadable' | undefined {
  const [, extension] = NAMES.exec(path)?.[0].toLowerCase().split('.') ?? []
  switch (extension) {
    case undefined:
      return undefined
    case 'ipynb':
      return notebookCode(text)
    case 'erb':
    case 'rhtml':
      return served(text, 'ruby') ?? scripts(text)
    case 'ejs':
      return withFallback(coded(scriptsWithScriptlets(text), 'javascript'), served(text, 'javascript'))
    case 'jsp':
    case 'jspf':
    case 'jspx':
    case 'tag':
    case 'tagx':
      return served(text, 'java') ?? scripts(text)
    case 'cshtml':
    case 'vbhtml':
    case 'razor':
      return coded(blockCode(text), 'csharp') ?? scripts(text)
    default:
      return /<\?(?:php\b|=)/i.test(text) ? { language: named('php'), text } : scripts(text)
  }
}

function withFallback(code: EmbeddedCode | undefined, other: EmbeddedCode | undefined): EmbeddedCode | undefined {
  return code === undefined || other === undefined ? code : { ...code, fallback: other.text }
}

function served(text: string, language: string): EmbeddedCode | undefined {
  return coded(scriptletCode(text), language)
}

function scripts(text: string): EmbeddedCode | undefined {
  const found = scriptCode(text)
  return found === undefined ? undefined : coded(found.text, found.isTyped ? 'typescript' : 'javascript')
}

function coded(text: string | undefined, language: string): EmbeddedCode | undefined {
  return text === undefined ? undefined : { language: named(language), text }
}

function named(name: string): Language {
  return LANGUAGES.find((item) => item.name === name)!
}
