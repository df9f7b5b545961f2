import { rx } from '../rules/pattern-rule.ts'
import type { PayloadRule } from './categories.ts'

const shared = { category: 'header_injection', cwe: 'CWE-93' } as const
const ENCODED_BREAK = String.raw`(?:%0d%0a|%0a|%0d|%250d%250a|%250a|%e5%98%8a|%e5%98%8d|%c4%8a|%u000a|\u560a|\u010a)`
const HEADER = String.raw`(?:set-cookie|location|content-(?:type|length|disposition|security-policy)|transfer-encoding|x-[a-z-]{2,30}|host|bcc|cc|to|from|subject|reply-to|refresh|access-control-[a-z-]{4,30}|status|link|clear-site-data|authorization|cookie)`

export const headerInjectionRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'header-encoded-break',
    severity: 'high',
    title: 'Encoded line break followed by a header or a request',
    anchors: ['%0d', '%0a', '%250d', '%250a', '%e5%98%8a', '%c4%8a', '%u000a', '\u560a', '\u010a'],
    before: 8,
    after: 100,
    find: rx`(?:${ENCODED_BREAK}){1,4}(?:%20|\s|%09){0,4}(?:${HEADER}(?:%20|\s){0,2}(?::|%3a)|HTTP(?:\/|%2f)1\.[01]|(?:GET|POST|PUT|DELETE|HEAD)(?:%20|\s|\+)(?:\/|%2f|http)|(?:${ENCODED_BREAK}){1,3}(?:<|%3c)(?:script|html|img|svg)|(?:EHLO|MAIL(?:%20|\s|\+)FROM|RCPT(?:%20|\s|\+)TO|DATA%0|QUIT%0|FLUSHALL|CONFIG(?:%20|\s|\+)SET|SLAVEOF|EVAL(?:%20|\s|\+)))`,
    flags: [
      '/go?u=x%0d%0aSet-Cookie:%20a=b',
      'lang=en%0aLocation:%20http://h.example',
      'a%0d%0a%0d%0a<script>',
      'm=x%0aBcc:ann@h.example',
    ],
    ignores: ['text%0Awith%0Abreaks', 'body=Hello%0D%0AHow+are+you', '%0d is a carriage return'],
  },
  {
    ...shared,
    id: 'header-mail-break',
    severity: 'medium',
    title: 'Line break in a value that adds mail or cookie headers',
    anchors: ['\\nset-cookie', '\\nlocation', '\\nbcc', '\\ncc:', '\nset-cookie', '\nlocation', '\nbcc', '\ncc:'],
    before: 100,
    after: 80,
    find: rx`[\w.@%/-]{1,60}(?:\\r\\n|\\n|\r\n|\n)(?:set-cookie:\s{0,2}\w{1,30}=|location:\s{0,2}https?:|bcc:\s{0,2}[\w.+-]{1,40}@|cc:\s{0,2}[\w.+-]{1,40}@)`,
    verify(match, text) {
      // A complete response or mail, from its first line on, is an example of the protocol.
      const before = text.slice(Math.max(0, match.index - 200), match.index + match[0].length)
      return (
        !/HTTP\/\d|^(?:from|to|subject|date|content-type):/im.test(before) &&
        !/(?:^|\\n|\n)(?:from|to|subject|content-type|date|server): /i.test(before)
      )
    },
    flags: ['ann@h.example\\nBcc: all@h.example', 'name=x\\r\\nSet-Cookie: admin=1'],
    ignores: [
      'HTTP/1.1 200 OK\\r\\nSet-Cookie: a=b',
      'To: ann@h.example\nCc: bob@h.example',
      'Subject: x\\nBcc: a@h.example',
    ],
  },
]
