import { rx } from '../rules/pattern-rule.ts'
import type { PayloadRule } from './categories.ts'
import { isOrdinaryHost, readHost } from './ssrf-host.ts'

/** Parameters with an address that a server fetches. Redirect parameters are excluded. */
const FETCH_PARAMETER =
  /[?&"'{,\s](?:url|uri|src|dest|target|proxy|fetch|image|img|image_?url|feed|host|site|page|path|file|load|webhook|callback_?url|endpoint|remote|source|href|link|u|link_?url|avatar|import|pdf|preview|open|domain)["']?\s{0,2}(?:=|:|%3d)\s{0,2}["']?$/i

const shared = { category: 'ssrf', cwe: 'CWE-918' } as const
/** Nearly every address in everyday texts has a public name; the text after its `://` is checked once. */
const mayBeInternal = (text: string, start: number, end: number): boolean =>
  end - start !== '://'.length || !isOrdinaryHost(text, end)
const AUTHORITY = String.raw`[^\s\/?#"'<>\x60|\\)]{1,160}`

export const ssrfRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'ssrf-metadata',
    severity: 'critical',
    title: 'Address of a cloud metadata service',
    anchors: ['://', '169.254.169.254', 'metadata.google', 'computemetadata', 'latest/meta-data'],
    glance: mayBeInternal,
    before: 24,
    after: 200,
    find: rx`(?:\b[a-z][a-z0-9+.-]{1,12}:\/\/${AUTHORITY}|\b(?:169\.254\.169\.254|metadata\.google\.internal)\b(?=[/:]\S))`,
    verify(match) {
      return readHost(hostOf(match[0])).kind === 'metadata' ? 1 : 0
    },
    flags: [
      'http://169.254.169.254/latest/meta-data/iam/',
      'http://2852039166/latest',
      'fetch http://metadata.google.internal/computeMetadata/v1/',
      'http://[::ffff:a9fe:a9fe]/',
    ],
    ignores: ['https://docs.example/metadata', 'http://169.254.1.1/', 'the metadata of a file'],
  },
  {
    ...shared,
    id: 'ssrf-disguised-host',
    severity: 'high',
    title: 'Internal address in a disguise',
    anchors: ['://'],
    glance: mayBeInternal,
    before: 24,
    after: 200,
    find: rx`\b[a-z][a-z0-9+.-]{1,12}:\/\/${AUTHORITY}`,
    verify(match) {
      const reading = readHost(hostOf(match[0]))
      return reading.disguised && reading.kind !== 'public' && reading.kind !== 'metadata' ? 1 : 0
    },
    flags: [
      'http://2130706433/',
      'http://0x7f.0.0.1/admin',
      'http://0177.0.0.1:8080',
      'http://127.1/',
      'http://[::ffff:127.0.0.1]/',
      'http://10.0.0.5.nip.io/',
    ],
    ignores: ['http://127.0.0.1:3000/', 'http://93.184.216.34/', 'https://[2001:db8::1]/', 'http://0.0.0.0:8000'],
  },
  {
    ...shared,
    id: 'ssrf-parameter',
    severity: 'high',
    title: 'Internal address given as something to fetch',
    anchors: ['://', '%3a%2f%2f'],
    glance: mayBeInternal,
    before: 24,
    after: 200,
    find: rx`\b(?:https?|ftp)(?::\/\/|%3a%2f%2f)[^\s\/?#"'<>\x60|\\)%&]{1,160}`,
    verify(match, text) {
      const reading = readHost(hostOf(match[0].replace(/%3a%2f%2f/i, '://')))
      if (reading.kind === 'public' || reading.disguised) return 0
      const before = text.slice(Math.max(0, match.index - 32), match.index)
      if (!FETCH_PARAMETER.test(before)) return 0
      // In a query string it is an attack; in a configuration file it is a development setup.
      return /[?&]\w{1,16}(?:=|%3d)$/i.test(before) ? 1 : 0
    },
    flags: ['/proxy?url=http://localhost:9200/_cat', '?image=http://192.168.0.1/admin', '&dest=http%3A%2F%2F127.0.0.1'],
    ignores: ['redirect_uri=http://localhost:3000/cb', 'url: http://localhost:5432', '?url=https://example.org/a'],
  },
  {
    ...shared,
    id: 'ssrf-scheme',
    severity: 'high',
    title: 'Address of a scheme that speaks to internal services or reads files',
    anchors: ['gopher:', 'dict:', 'file:', 'ldap:', 'ldaps:', 'tftp:', 'netdoc:', 'jar:', 'sftp:', 'rmi:'],
    before: 40,
    after: 160,
    find: rx`(?:\bgopher:\/\/[\w.\[\]:-]{1,80}(?::\d{1,5})?\/_|\bgopher:\/\/(?:127|10|192\.168|localhost|0)[\w.:-]{0,40}|\bdict:\/\/[\w.\[\]-]{1,80}:\d{2,5}\/|\bfile:\/{1,3}(?:localhost\/)?(?:etc\/(?:passwd|shadow|hosts|sudoers|group)|proc\/(?:self|\d)|root\/|c:\/windows|[a-z]:\/(?:users\/\w{1,20}\/\.|windows)|var\/run\/secrets|home\/[\w.-]{1,32}\/\.)|\btftp:\/\/[\w.-]{1,60}:\d{2,5}\/|\bnetdoc:\/{1,3}\w|\bjar:(?:https?|file):\/\/[^\s!]{1,80}!\/)`,
    verify(match, text) {
      // Java class paths and stack traces print jar:file: addresses.
      if (!/^jar:/i.test(match[0])) return 1
      return /^jar:http/i.test(match[0]) && FETCH_PARAMETER.test(text.slice(Math.max(0, match.index - 32), match.index))
        ? 1
        : 0
    },
    flags: [
      'gopher://127.0.0.1:6379/_FLUSHALL',
      'dict://10.0.0.1:11211/stats',
      'file:///etc/passwd',
      '?url=jar:http://h.example/a.jar!/x',
    ],
    ignores: [
      'file:///C:/projects/readme.md',
      'the gopher mascot',
      'dict: a mapping',
      'jar:file:/opt/app.jar!/BOOT-INF',
    ],
  },
  {
    ...shared,
    id: 'ssrf-userinfo',
    severity: 'high',
    title: 'Trusted name in front of the real, internal host',
    anchors: ['@', '%40'],
    before: 120,
    after: 60,
    find: rx`\bhttps?:\/\/[\w.-]{1,80}(?::[\w.]{0,12})?[#\\&;%\w.]{0,16}(?:@|%40)[\w.\[\]:-]{1,80}`,
    verify(match) {
      const at = Math.max(match[0].lastIndexOf('@'), match[0].lastIndexOf('%40') + 2)
      const named = /^https?:\/\/([\w.-]{1,80})/i.exec(match[0])?.[1] ?? ''
      const reading = readHost(match[0].slice(at + 1).replace(/:\d{1,5}$/, ''))
      if (reading.kind === 'public') return /[#\\]/.test(match[0].slice(0, at)) && /\.[a-z]{2,8}/i.test(named) ? 0.6 : 0
      return /\.[a-z]{2,8}$/i.test(named) ? 1 : 0
    },
    flags: [
      'http://example.com@127.0.0.1/',
      'https://bank.example%40169.254.169.254/',
      'http://example.com#@10.0.0.8/',
    ],
    ignores: ['https://ann:pw@db.example/x', 'http://user@localhost:8080', 'https://medium.example/@author'],
  },
]

/** Returns the host of an address on which the strictest and the most tolerant parser agree: after the last `@`. */
function hostOf(address: string): string {
  const authority = address.slice(address.indexOf('://') === -1 ? 0 : address.indexOf('://') + 3)
  const afterUser = authority.slice(authority.lastIndexOf('@') + 1)
  if (afterUser.startsWith('[')) return afterUser.slice(0, afterUser.indexOf(']') + 1)
  return afterUser.replace(/[:,;!&*].*$/, '').replace(/\.$/, '')
}
