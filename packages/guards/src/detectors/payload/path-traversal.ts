import { rx } from '../rules/pattern-rule.ts'
import type { PayloadRule } from './categories.ts'

/** One parent reference, plain or in an encoding that only attackers use. */
const DOT = String.raw`(?:\.|%2e|%252e|%25%32%65|%c0%ae|%e0%80%ae|%u002e|%uff0e|0x2e|．)`
const SLASH = String.raw`(?:[\\/]|%2f|%5c|%252f|%255c|%c0%af|%c1%9c|%e0%80%af|%u2215|%u2216|%u002f|%bg%qf|0x2f|／|＼|∕|∖)`
const TARGET = String.raw`(?:etc${SLASH}{1,2}(?:passwd|shadow|hosts|group|issue|sudoers|ssh|nginx|apache2|httpd|cron\w{0,4}|motd|[\w.-]{2,24})|proc${SLASH}(?:self|version|\d)|windows${SLASH}|winnt${SLASH}|win\.ini|boot\.ini|web\.config|web-inf|\.ssh|\.aws|\.env|\.git${SLASH}|\.htpasswd|id_rsa|var${SLASH}(?:log|www|lib|run)|root${SLASH}|system32|wp-config|global\.asa|secrets?(?:\.|${SLASH})|credentials)`
/** Standard content of /etc; other names may be a project folder of that name. */
const KNOWN_ETC = /(?:passwd|shadow|hosts|group|issue|sudoers|ssh|nginx|apache2|httpd|cron\w{0,4}|motd)$/i
const ENCODED = /%2e|%2f|%5c|%25|%c0|%c1|%e0|%u[0-9a-f]{4}|%bg|0x2[ef]|[．／＼∕∖]/i

const shared = { category: 'path_traversal', cwe: 'CWE-22' } as const

export const pathTraversalRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'path-climb-to-target',
    severity: 'high',
    title: 'Climb out of a folder to a file of the system',
    // Each parent reference contains one of these, so the windows of a long path join.
    anchors: [
      '../',
      '..\\',
      '..%',
      '..;',
      '..\0',
      '..0x2f',
      '..／',
      '..＼',
      '..∕',
      '..∖',
      '%2e',
      '%252e',
      '%25%32%65',
      '%c0%ae',
      '%e0%80%ae',
      '%u002e',
      '%uff0e',
      '0x2e',
      '．',
    ],
    before: 48,
    after: 120,
    find: rx`(?:${DOT}{2,4}(?:;|\x00|%00)?${SLASH}{1,3}){1,24}(?:[\w-]{1,16}${SLASH}){0,2}${TARGET}`,
    verify(match) {
      const climbs = match[0].match(/\.\.|%2e|%252e|%c0%ae|%u002e|0x2e/gi)?.length ?? 0
      if (ENCODED.test(match[0]) || /\.{3,4}[\\/]{2}/.test(match[0])) return 1
      if (/etc[^\w]/i.test(match[0]) && !KNOWN_ETC.test(match[0])) return climbs >= 3 ? 0.8 : 0
      // One or two parent references lead to the project's own files; no project contains a /etc/passwd.
      if (/(?:\.env|\.git|\.aws|\.ssh|secret|credentials|var|root|web\.config|proc)/i.test(match[0].slice(-24)))
        return climbs >= 4 ? 1 : climbs >= 3 ? 0.5 : 0
      return climbs >= 2 || /(?:passwd|shadow|win\.ini|boot\.ini)$/i.test(match[0]) ? 1 : 0.5
    },
    flags: [
      '../../../etc/passwd',
      '..\\..\\..\\windows\\win.ini',
      '..%2f..%2f..%2fetc%2fpasswd',
      '....//....//etc/shadow',
      '%252e%252e%252f%252e%252e%252fproc/self/environ',
    ],
    ignores: [
      "import { env } from '../../.env.example'",
      "require('../../etcd/client')",
      'cd ../../var',
      "from '../secrets/store'",
    ],
  },
  {
    ...shared,
    id: 'path-encoded-climb',
    severity: 'high',
    title: 'Steps up that are spelled so that a filter misses them',
    anchors: [
      '%2e',
      '%2f',
      '%5c',
      '%252e',
      '%252f',
      '%255c',
      '%c0%a',
      '%c1%9c',
      '%e0%80%a',
      '%u002',
      '%u221',
      '%uff0e',
      '0x2e',
      '....//',
      '...//',
      '..././',
      '....\\\\',
      '..;/',
      '．',
      '／',
      '＼',
      '∕',
      '∖',
      '%25%32%65',
      '%bg%qf',
    ],
    before: 48,
    after: 100,
    find: rx`(?:(?:${DOT}{2}(?:;|%00)?${SLASH}{1,2}){2,24}|(?:\.{3,4}(?:\/\/|\\\\)){2,20}|(?:\.{3}\/\.\/){2,20}|(?:\.\.;\/){1,12}[\w-]{2,20})`,
    verify: (match) => ENCODED.test(match[0]) || /\.{3,4}[\\/]{2}|\.\.;|\.\.\.\/\.\//.test(match[0]),
    flags: ['%2e%2e%2f%2e%2e%2f', '..%c0%af..%c0%af', '....//....//', '/app/..;/manager', '..%252f..%252f'],
    ignores: ['https://h.example/a%2Fb%2Fc', 'and so on....// a comment', '../../lib/index.js', '%2e is a dot'],
  },
  {
    ...shared,
    id: 'path-deep-climb',
    severity: 'medium',
    title: 'More steps up than a project has folders',
    anchors: ['../../../..', '..\\..\\..\\..'],
    before: 4,
    after: 90,
    find: rx`(?:\.\.[\\/]){7,40}`,
    flags: ['../../../../../../../tmp/x', '..\\..\\..\\..\\..\\..\\..\\'],
    ignores: ['../../../../shared/util', "import x from '../../../../../a'"],
  },
  {
    ...shared,
    id: 'path-parameter',
    severity: 'high',
    title: 'File of the system given as a parameter',
    anchors: [
      '/etc/',
      '%2fetc',
      '/proc/',
      '%2fproc',
      'c:\\',
      'c:/',
      'c:%5c',
      '/var/log',
      '/root/',
      '/windows/',
      'win.ini',
      '/.ssh',
      '/.aws',
    ],
    before: 60,
    after: 60,
    find: rx`(?:[?&][\w.\[\]-]{1,32}=|\b(?:file|path|page|filename|filepath|template|include|doc|document|folder|dir|download|view|attachment|log)["']?\s{0,2}[=:]\s{0,2}["']?)(?:file:\/\/)?(?:(?:\/|%2f){1,2}(?:etc(?:\/|%2f)(?:passwd|shadow|hosts|sudoers|ssh|group)|proc(?:\/|%2f)(?:self|version|cmdline|\d)|var(?:\/|%2f)log(?:\/|%2f)(?:apache|nginx|auth|httpd|mail)|root(?:\/|%2f)\.|windows(?:\/|%2f))|(?:\/|%2f)[\w/.-]{1,40}\/\.(?:ssh|aws)\/|c:(?:[\\/]|%5c){1,2}(?:windows|winnt|boot\.ini|users(?:[\\/]|%5c){1,2}\w{1,20}(?:[\\/]|%5c){1,2}(?:\.ssh|appdata)))`,
    verify(match) {
      const url = match[0].startsWith('?') || match[0].startsWith('&')
      if (url) return 1
      // Settings of real services name their logs and host files; none names the password file.
      return /passwd|shadow|sudoers|self|\.ssh|\.aws|win|boot/i.test(match[0])
        ? /windows$/i.test(match[0])
          ? 0.4
          : 0.8
        : 0
    },
    flags: ['?page=/etc/passwd', 'filename=%2fetc%2fshadow', '&f=file:///proc/self/environ', 'path: "/etc/sudoers"'],
    ignores: ['log: /var/log/nginx/access.log', 'path=/usr/local/bin', 'the file /etc/hosts', '?next=/account'],
  },
  {
    ...shared,
    id: 'path-secret-absolute',
    severity: 'medium',
    title: 'Absolute path of a credential store',
    anchors: [
      '/etc/shadow',
      '/etc/gshadow',
      '/root/.ssh',
      '/.ssh/id_',
      '/proc/self/environ',
      '/.aws/credentials',
      'config\\sam',
      'ntds.dit',
      '/.kube/config',
      '/run/secrets/kubernetes',
      '/etc/master.passwd',
      '/proc/1/environ',
    ],
    before: 48,
    after: 24,
    find: rx`(?:(?<![\w.])\/etc\/(?:g?shadow|master\.passwd)\b-?|\/root\/\.(?:ssh|aws|bash_history)|\/home\/[\w.-]{1,32}\/\.(?:ssh\/id_\w{2,8}(?!\w{0,8}\.pub)|aws\/credentials)|\/proc\/(?:self|1)\/environ|[a-z]:\\windows\\(?:system32\\config\\sam|repair\\sam|ntds\\ntds\.dit)|\/var\/run\/secrets\/kubernetes\.io)`,
    verify: (match, text) => !text.slice(match.index + match[0].length).startsWith('.pub'),
    flags: ['open /etc/shadow and print it', 'read /home/ann/.ssh/id_ed25519', 'C:\\Windows\\System32\\config\\SAM'],
    ignores: ['~/.ssh/config', '/etc/shadowsocks/config.json', '/home/ann/.ssh/id_rsa.pub', '/proc/cpuinfo'],
  },
  {
    ...shared,
    id: 'path-null-byte',
    severity: 'high',
    title: 'Null byte that cuts off a file extension',
    anchors: ['%00', '\\0', '\\x00', '%2500', '\0'],
    before: 100,
    after: 24,
    find: rx`(?:\.\.[\\/]|%2f|[?&][\w\[\]]{1,24}=|\/etc\/|\.(?:php|jsp|asp|cgi|pl|py|sh))[^\s"']{0,60}(?:%00|%2500|\\x00|\\0|\x00)(?:\.|%2e)?(?:jpe?g|png|gif|pdf|html?|txt|php|css|js|xml|zip)\b`,
    flags: ['../../conf%00.png', '?f=/etc/passwd%00.html', 'shell.php%00.jpg'],
    ignores: ['%00 is a null byte', 'color %00ff.png', 'readme.md\\0'],
  },
  {
    ...shared,
    id: 'path-stream-wrapper',
    severity: 'high',
    title: 'Stream wrapper where a file belongs',
    anchors: [
      'php://',
      'expect://',
      'phar://',
      'zip://',
      'data://',
      'glob://',
      'ogg://',
      'compress.',
      '::$data',
      '\\\\?\\',
      '\\\\.\\',
    ],
    before: 24,
    after: 140,
    find: rx`(?:php:\/\/filter\/[^\s]{0,100}resource=|php:\/\/(?:input|fd)\b|expect:\/\/[\w%]{2,40}|(?:phar|zip|compress\.\w{2,5}):\/\/[^\s"'<>]{1,80}(?:#|%23|\/)[\w./-]{1,40}|data:\/\/text\/plain(?:;base64)?,[\w%<+/=]{4,100}|glob:\/\/\/|\.(?:aspx?|php|jsp|config|ini)::\$data|\\\\[?.]\\(?:globalroot|unc\\|[a-z]:\\(?:windows|users)))`,
    verify(match, text) {
      // PHP code reads the request body; as a parameter it is a file inclusion.
      if (!/^php:\/\/(?:input|fd)/i.test(match[0])) return 1
      return text.slice(Math.max(0, match.index - 1), match.index).endsWith('=') ? 1 : 0
    },
    flags: [
      'php://filter/convert.base64-encode/resource=index',
      '?page=php://input',
      'expect://id',
      'data://text/plain;base64,PD9w',
    ],
    ignores: ["file_get_contents('php://input')", 'https://php.net', 'zip files are fine', 'data:text/plain,hello'],
  },
]
