import type { CategoryCorpus } from './corpus.ts'
import { ldapCorpus, xxeCorpus } from './ldap-xxe.ts'
import { moreCorpora } from './more.ts'
import { blobCorpus, deserializationCorpus } from './objects.ts'
import { pathCorpus } from './path.ts'
import { markdownCorpus, terminalCorpus } from './rendering.ts'
import { shellCorpus } from './shell.ts'
import { sqlCorpus } from './sql.ts'
import { ssrfCorpus } from './ssrf.ts'
import { templateCorpus } from './template.ts'
import { xssCorpus } from './xss.ts'

/** Our own texts for every category of payload. */
export const corpora: readonly CategoryCorpus[] = [
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
  ...moreCorpora,
]
