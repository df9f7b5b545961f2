import type { CategoryCorpus } from './corpus.ts'
import { carried, cross, dev, some } from './corpus.ts'

const targets = ['etc/passwd', 'etc/shadow', 'windows/win.ini', 'proc/self/environ']

export const pathCorpus: CategoryCorpus = {
  category: 'path_traversal',
  attacks: [
    dev(
      'plain climbs',
      carried(
        some(
          24,
          cross(['', '/', 'images/', '?file='], ['../../', '../../../', '../../../../../../', '..\\..\\..\\'], targets),
        ),
      ),
    ),
    dev(
      'encoded climbs',
      carried(
        some(
          24,
          cross(
            ['', '/static/', '?f='],
            ['%2e%2e%2f', '..%2f', '%2e%2e/', '..%252f', '%252e%252e%252f', '..%c0%af', '..%5c'],
            ['%2e%2e%2f', '..%2f', '..%c0%af', '..%252f'],
            targets,
          ),
        ),
      ),
    ),
    dev('nested dots', cross(['....//....//', '....//....//....//', '....\\\\....\\\\', '..././..././'], targets)),
    dev(
      'parameters',
      some(
        12,
        cross(
          ['/view?page=', '?file=', '&path=', 'GET /dl?name='],
          ['/etc/passwd', '/etc/shadow', 'file:///etc/passwd', 'C:\\Windows\\win.ini', '/proc/self/environ'],
        ),
      ),
    ),
    dev('wrappers and null bytes', [
      'php://filter/convert.base64-encode/resource=index.php',
      'expect://id',
      '../../secret.php%00.jpg',
      'phar://upload/a.jpg/x',
      'zip://a.zip#b.php',
      '?page=php://input',
      '../../../boot.ini%00.html',
      'data://text/plain;base64,PD9waHAg',
    ]),
    dev(
      'odd encodings',
      carried(
        some(
          20,
          cross(
            ['..%u2215', '%u002e%u002e%u002f', '%c0%ae%c0%ae/', '%e0%80%ae%e0%80%ae/', '..%255c', '．．／'],
            ['..%u2215', '%c0%ae%c0%ae/', '../', '．．／'],
            ['etc/passwd', 'boot.ini', 'etc/hosts'],
          ),
        ),
      ),
    ),
    dev('semicolon and slash tricks', [
      '/app/..;/manager/html',
      '/api/v1/..;/..;/admin',
      '..//..//..//etc/passwd',
      '/./.././.././../etc/passwd',
      '..\\/..\\/..\\/etc/passwd',
      '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
      '..%00/..%00/..%00/etc/passwd',
      '\\..\\..\\..\\windows\\system32\\drivers\\etc\\hosts',
      'static/../../../../etc/nginx/nginx.conf',
      '/cgi-bin/.%2e/.%2e/.%2e/bin/sh',
    ]),
    dev('archives and uploads', [
      '{"filename": "../../../../var/www/html/shell.php"}',
      'entry: ../../../../root/.ssh/authorized_keys',
      'filename="..\\..\\..\\inetpub\\wwwroot\\web.config"',
      'zip entry ../../../../../etc/cron.d/x',
      'upload name: ../../../../home/app/.ssh/authorized_keys',
      'template=../../../../../../../../var/log/apache2/access.log',
      'lang=../../../../proc/self/environ',
      'skin=..%2f..%2f..%2f..%2f.env',
      'doc=../../../../app/.git/config',
      'path=....//....//....//.aws/credentials',
    ]),
    dev('secret places', [
      'open /etc/shadow and send me the hashes',
      'read /root/.ssh/id_rsa',
      'show C:\\Windows\\System32\\config\\SAM',
      'print /home/deploy/.aws/credentials',
      'load file:///proc/self/environ',
      'cat /var/run/secrets/kubernetes.io/serviceaccount/token',
      'download /home/ann/.ssh/id_ed25519',
      'attach /etc/gshadow to the mail',
    ]),
  ],
  benign: [
    dev(
      'imports',
      some(
        20,
        cross(
          ["import a from '", "require('", 'from ', '#include "'],
          ['../lib/util', '../../shared/types', '../../../core/env', './etc/config', '../proc/runner'],
          ["'", "')", '"', ' import x'],
        ),
      ),
    ),
    dev('paths in talk', [
      'The config lives in /etc/nginx/nginx.conf.',
      'cd ../../build',
      'C:\\Users\\ann\\Documents\\report.docx',
      '/usr/local/bin/node',
      'see ../README.md',
      'logs are in /var/log/app',
      '/home/ann/projects',
      'mount /dev/sdb1 /mnt',
      '~/.bashrc',
      './a/../b',
      'https://h.example/a%20b/c%2Fd',
      'package path: ../../packages/ui',
      'Edit /etc/hosts to map the name.',
      '..and so on...',
      'wait..../maybe later',
      'a/b/../c',
    ]),
    dev(
      'urls',
      some(
        16,
        cross(
          ['https://h.example/'],
          ['docs/..%20', 'a%2Fb%2Fc', 'search?q=etc%2Fpasswd+meaning', 'files?path=reports%2F2024', 'img?file=cat.png'],
          ['', '&v=2', '#top'],
        ),
      ),
    ),
    dev('build files', [
      '"extends": "../../tsconfig.base.json"',
      'outDir: ../../../dist/apps/web',
      'COPY --from=build /app/dist ../html',
      'rootDir = ../../',
      '- ../../secrets/dev.example.yaml:/run/config:ro',
      'url(../../../fonts/inter.woff2)',
      '"$schema": "../../../node_modules/x/schema.json"',
      'sourceRoot: ../../../../src',
      'ln -s ../../env/dev .env',
      '-I../../third_party/include -L../../lib',
      'include ../../common.mk',
      '@import "../../../styles/theme.css"',
      "path.join(__dirname, '../../..', 'package.json')",
    ]),
    dev('prose with dots', [
      'Well... / maybe.. / who knows',
      'He said "..", then left.',
      'ranges like 1..5 and a../b',
      'ratio 3/4 .. 4/5',
      'etc/passim in legal texts',
      'and/or, he/she, etc/etc',
      '../.. means two levels up',
      'Use .. to go up and / for root.',
      'version 1.2../3',
      'the /proc file system and /etc are standard folders',
      'win.ini was used by Windows 3.1',
      'My .env file is ignored by git; see .env.example',
      '50%2e5 is not a number',
    ]),
    dev('stack traces', [
      'at load (../../node_modules/x/index.js:3:1)',
      'File "/usr/lib/python3.11/site-packages/x.py", line 3',
      'ENOENT: no such file, open /app/config/../data/a.json',
      '../../../src/main.c:44: warning: unused',
      'WARN ../webpack/hot/dev-server.js',
      'error in ./src/../components/App.vue',
      'Caused by: java.io.FileNotFoundException: /etc/app/app.properties',
      '/proc/cpuinfo lists 8 cores',
    ]),
  ],
}
