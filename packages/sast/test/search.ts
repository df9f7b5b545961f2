import { languageOf } from '../src/languages/all.ts'
import { loadRules } from '../src/rules/load.ts'
import { prepareRules } from '../src/search/prepared.ts'
import { messageOfHit } from '../src/search/message.ts'
import { searchFile } from '../src/search/search-file.ts'

export interface Searched {
  readonly texts: readonly string[]
  readonly messages: readonly string[]
  readonly skipped: readonly string[]
}

/** Runs one rule, given as the search part of its YAML. */
export async function search(
  language: string,
  extension: string,
  formula: string,
  code: string,
  message = 'm',
): Promise<Searched> {
  const head = `rules:\n- id: r\n  message: ${message}\n  severity: ERROR\n  languages: [${language}]\n`
  const body = formula.split('\n').map((line) => `  ${line}`)
  const loaded = loadRules([{ path: 'r.yaml', text: head + body.join('\n') }])
  const prepared = await prepareRules(loaded.rules)
  const own = languageOf(`a.${extension}`)
  const rules = prepared.byLanguage.get(language === 'regex' || language === 'generic' ? '' : own!.name) ?? []
  const { hits } = await searchFile(code, own, rules)
  return {
    texts: hits.map(({ start, end }) => code.slice(start, end).replace(/\s+/g, ' ')),
    messages: hits.map(messageOfHit),
    skipped: [...loaded.skipped, ...prepared.skipped].map(({ reason }) => reason),
  }
}
