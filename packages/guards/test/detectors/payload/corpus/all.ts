import type { CategoryCorpus } from './corpus.ts'
import { heldContent } from './held-content.ts'
import { heldInjection } from './held-injection.ts'
import { heldRendering } from './held-rendering.ts'
import { heldSystem } from './held-system.ts'
import { ldapCorpus, xxeCorpus } from './ldap-xxe.ts'
import { blobCorpus } from './blob.ts'
import { codeCorpus, nosqlCorpus } from './code.ts'
import { deserializationCorpus } from './deserialization.ts'
import { formulaCorpus, headerCorpus } from './lines.ts'
import { pathCorpus } from './path.ts'
import { markdownCorpus } from './markdown.ts'
import { terminalCorpus } from './terminal.ts'
import { shellCorpus } from './shell.ts'
import { sqlCorpus } from './sql.ts'
import { ssrfCorpus } from './ssrf.ts'
import { templateCorpus } from './template.ts'
import { xssCorpus } from './xss.ts'

const tuned: readonly CategoryCorpus[] = [
  sqlCorpus,
  xssCorpus,
  shellCorpus,
  pathCorpus,
  ssrfCorpus,
  templateCorpus,
  ldapCorpus,
  xxeCorpus,
  deserializationCorpus,
  markdownCorpus,
  terminalCorpus,
  blobCorpus,
  nosqlCorpus,
  codeCorpus,
  headerCorpus,
  formulaCorpus,
]

/** Our own texts for every category of payload, the held-out families beside those that the rules were tuned on. */
export const corpora: readonly CategoryCorpus[] = tuned.map((corpus) => {
  const more = [...heldInjection, ...heldSystem, ...heldContent, ...heldRendering].filter(
    ({ category }) => category === corpus.category,
  )
  return {
    category: corpus.category,
    attacks: [...corpus.attacks, ...more.flatMap((each) => each.attacks)],
    benign: [...corpus.benign, ...more.flatMap((each) => each.benign)],
  }
})
