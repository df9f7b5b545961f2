import type { PayloadRule } from './categories.ts'
import { codeInjectionRules } from './code-injection.ts'
import { deserializationRules } from './deserialization.ts'
import { encodedBlobRules } from './encoded-blob.ts'
import { formulaInjectionRules } from './formula-injection.ts'
import { headerInjectionRules } from './header-injection.ts'
import { ldapInjectionRules } from './ldap-injection.ts'
import { markdownExfiltrationRules } from './markdown-exfiltration.ts'
import { nosqlInjectionRules } from './nosql-injection.ts'
import { pathTraversalRules } from './path-traversal.ts'
import { shellInjectionRules } from './shell-injection.ts'
import { shellTakeoverRules } from './shell-takeover.ts'
import { sqlInjectionRules } from './sql-injection.ts'
import { ssrfRules } from './ssrf.ts'
import { templateInjectionRules } from './template-injection.ts'
import { terminalEscapeRules } from './terminal-escape.ts'
import { xssRules } from './xss.ts'
import { xxeRules } from './xxe.ts'

/** Every payload rule, in the order of the categories. */
export const payloadRules: readonly PayloadRule[] = [
  ...sqlInjectionRules,
  ...nosqlInjectionRules,
  ...xssRules,
  ...shellInjectionRules,
  ...shellTakeoverRules,
  ...codeInjectionRules,
  ...pathTraversalRules,
  ...ssrfRules,
  ...templateInjectionRules,
  ...ldapInjectionRules,
  ...xxeRules,
  ...deserializationRules,
  ...markdownExfiltrationRules,
  ...terminalEscapeRules,
  ...encodedBlobRules,
  ...headerInjectionRules,
  ...formulaInjectionRules,
]
