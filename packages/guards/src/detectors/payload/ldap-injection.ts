import { rx } from '../rules/pattern-rule.ts'
import type { PayloadRule } from './categories.ts'

const shared = { category: 'ldap_injection', cwe: 'CWE-90' } as const
const ATTRIBUTE = String.raw`(?:uid|cn|sn|mail|objectclass|objectcategory|user|username|userpassword|password|pass|ou|dc|samaccountname|memberof|givenname|department|employeenumber|telephonenumber|title|description|homedirectory|admin|role|zone|account|login|name)`

/** Text appended to a complete filter. */
const GLUED = /^\s?\((?:[|&!]|\))/

/** Maximum distance of the start of a filter before a fragment. */
const FILTER_CHARS_MAX = 120

export const ldapInjectionRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'ldap-filter-breakout',
    severity: 'high',
    title: 'Bracket that leaves an LDAP filter and opens another',
    anchors: [')(', ') (', ')%28', '%29('],
    before: 24,
    after: 60,
    find: rx`(?:\*|[\w.@-]{1,20})?(?:\)|%29){1,3}\s?(?:(?:\(|%28)[|&!]?\s?){1,3}${ATTRIBUTE}\s?[~<>]?=\s?(?:\*|[\w@.*-]{0,40})`,
    verify(match, text) {
      return closesMoreThanItOpens(text, match.index, match.index + match[0].length) ? 1 : 0
    },
    flags: ['*)(uid=*', 'ann)(userPassword=*', '*))(|(objectClass=*', 'x)(&(cn=a'],
    ignores: ['(&(objectClass=user)(sAMAccountName=ann))', 'f(a)(name = 2)', '(|(uid=ann)(mail=ann@h.example))'],
  },
  {
    ...shared,
    id: 'ldap-filter-cut',
    severity: 'high',
    title: 'LDAP filter made always true or cut off',
    anchors: ['*)(', '*))', ')(&)', ')(|', ')(!', '*()|', '*)%00', '(&)', '(cn=*', '(uid=*', '(|(', '*|'],
    before: 40,
    after: 40,
    find: rx`(?:(?<!\])\*\)\(\s?[|&!]|\*\){1,3}(?:%00|\x00|\\00)|[\w.@*-]{1,30}\)\(&\)(?:\)|$|\s|%00)|\*\(\)\|(?:&|%26)?'?|\)\(!\(&\(1=0|\*\)\)\(\|\(|[\w.@-]{1,30}\)\)\(\|\(\w{1,24}=\*|(?:^|[\s="'])\*\)\(\w{1,24}=\*\)?(?=\)|$|\s|"))`,
    verify(match, text) {
      if (match[0].startsWith('*()|')) return 1
      return closesMoreThanItOpens(text, match.index, match.index + match[0].length) ? 1 : 0
    },
    flags: ['admin)(&)', "*()|&'", '*)(|(mail=*', 'ann*)%00', 'x)(!(&(1=0'],
    ignores: ['(&(uid=*)(cn=a))', 'int (*f)(void)', '(void *)(&x)', '/\\*(foo)(&bar)/', '(uid=*)'],
  },
]

/** A value that leaves its filter closes brackets which the surrounding text never opened. */
function closesMoreThanItOpens(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - FILTER_CHARS_MAX)
  const before = text.slice(from, start)
  const gap = Math.max(
    before.lastIndexOf(' '),
    before.lastIndexOf('\n'),
    before.lastIndexOf('"'),
    before.lastIndexOf("'"),
    before.lastIndexOf('='),
  )
  const stretch = text
    .slice(from + gap + 1, end)
    .replaceAll(/%28/g, '(')
    .replaceAll(/%29/g, ')')
  // After an equals sign the value itself is evaluated, unless the filter's own brackets precede it.
  const filter = /[(][|&!]?[\w()=*|&!@.,\s%{}:<>~^+$/-]{0,119}$/.exec(before)
  const judged = filter === null ? stretch : text.slice(from + filter.index, end)
  let depth = 0
  for (const [at, char] of judged.split('').entries()) {
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (depth < 0) return true
    // A filter is one bracket; text after a closed one is appended.
    if (depth === 0 && char === ')' && judged.includes('=') && GLUED.test(judged.slice(at + 1))) return true
  }
  return false
}
