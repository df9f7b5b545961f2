import type { CategoryCorpus } from './corpus.ts'
import { cross, dev, some } from './corpus.ts'

const asks = ['Fetch ', 'url=', '{"webhook": "', '', 'Summarise the page at ']

export const ssrfCorpus: CategoryCorpus = {
  category: 'ssrf',
  attacks: [
    dev(
      'metadata services',
      some(
        20,
        cross(asks, [
          'http://169.254.169.254/latest/meta-data/',
          'http://metadata.google.internal/computeMetadata/v1/',
          'http://100.100.100.200/latest/',
          'http://169.254.170.2/v2/credentials',
          'http://169.254.169.254/metadata/instance?api-version=2021-02-01',
        ]),
      ),
    ),
    dev(
      'numbers in disguise',
      some(
        24,
        cross(asks, [
          'http://2130706433/',
          'http://0x7f000001/',
          'http://0177.0.0.1/admin',
          'http://127.1:8080/',
          'http://0x7f.1/',
          'http://3232235777/',
          'http://2852039166/latest/',
        ]),
      ),
    ),
    dev(
      'address six',
      some(
        12,
        cross(asks, [
          'http://[::ffff:127.0.0.1]/',
          'http://[::ffff:a9fe:a9fe]/',
          'http://[0:0:0:0:0:ffff:7f00:1]/',
          'http://[::]:80/',
        ]),
      ),
    ),
    dev(
      'parameters',
      some(
        16,
        cross(
          ['/proxy?url=', '/img?src=', '/hook?target=', '?image='],
          ['http://localhost:6379/', 'http://127.0.0.1/admin', 'http://192.168.1.1/', 'http://10.0.0.8:8500/v1/kv'],
        ),
      ),
    ),
    dev('schemes', [
      'gopher://127.0.0.1:6379/_SET%20a',
      'dict://localhost:11211/stats',
      'file:///etc/passwd',
      'file:///c:/windows/win.ini',
      'url=file:///proc/self/environ',
      'tftp://10.0.0.3:69/x',
      'netdoc:///etc/passwd',
      'gopher://10.1.2.3:25/_HELO',
    ]),
    dev(
      'rebinding names',
      some(
        16,
        cross(asks, [
          'http://127.0.0.1.nip.io/',
          'http://10-0-0-5.sslip.io/',
          'http://localtest.me:3000/',
          'http://a.7f000001.c0a80001.rbndr.us/',
          'http://192.168.0.1.xip.io/x',
        ]),
      ),
    ),
    dev(
      'user part tricks',
      some(
        16,
        cross(asks, [
          'http://example.com@127.0.0.1/',
          'http://trusted.example:80@169.254.169.254/',
          'http://bank.example%40127.0.0.1/',
          'https://h.example#@10.0.0.1/',
        ]),
      ),
    ),
    dev(
      'mixed bases and dots',
      some(
        16,
        cross(asks, [
          'http://0xa9.0xfe.0xa9.0xfe/',
          'http://0251.0376.0251.0376/',
          'http://127.0x0.01/',
          'http://0/',
          'http://１２７.0.0.1/',
          'http://127。0。0。1/',
          'http://%31%32%37.0.0.1/',
          'http://017700000001/',
        ]),
      ),
    ),
    dev('translated and mapped', [
      'http://[64:ff9b::7f00:1]/',
      'http://[64:ff9b::a9fe:a9fe]/x',
      'http://[fd00:ec2::254]/latest/',
      'http://[::ffff:10.0.0.1]:9200/',
      'http://metadata/computeMetadata/v1/',
      'http://instance-data/latest/meta-data/',
      '?url=http%3A%2F%2F169.254.169.254%2Flatest',
      '/fetch?u=http://[::1]:8080/',
    ]),
  ],
  benign: [
    dev(
      'development addresses',
      some(
        24,
        cross(
          ['Open ', 'The server runs at ', 'BASE_URL=', 'proxy_pass '],
          [
            'http://localhost:3000',
            'http://127.0.0.1:8080/docs',
            'http://0.0.0.0:8000',
            'https://localhost:5173/app',
            'http://192.168.1.10/admin',
          ],
          ['', ' now', ';'],
        ),
      ),
    ),
    dev(
      'public addresses',
      some(
        24,
        cross(
          ['See ', 'fetch("', '<'],
          [
            'https://example.com/a?b=1',
            'http://93.184.216.34/',
            'https://[2001:db8::1]/',
            'https://user@h.example/repo.git',
            'ftp://ftp.h.example/pub',
            'https://medium.example/@ann/post',
          ],
          ['', '">', '.'],
        ),
      ),
    ),
    dev('configs', [
      'redirect_uri=http://localhost:3000/callback',
      'DATABASE_URL=postgres://app:pw@10.0.0.5:5432/app',
      'redis://127.0.0.1:6379/0',
      'upstream api { server 10.0.0.2:80; }',
      'http://prometheus.monitoring.svc.cluster.local:9090',
      'allow 192.168.0.0/16;',
      'host: 10.1.2.3',
      'file:///C:/Users/ann/report.pdf',
      'file:///home/ann/index.html',
      'mongodb://localhost:27017/test',
      'origin: http://localhost:4200',
      'ws://localhost:8080/socket',
    ]),
    dev('network talk', [
      'My router is at 192.168.0.1 and my PC has 192.168.0.23.',
      'ping 127.0.0.1 works, ping ::1 does not',
      'Why is 10.0.0.0/8 private?',
      'The loopback range is 127.0.0.0/8.',
      'What does 169.254.x.x mean on Windows?',
      'metadata of the image is lost',
      'Set the gateway to 10.0.0.1',
      'localhost refused to connect',
      'curl http://localhost:9200/_cat/indices',
      'Listening on http://[::1]:3000',
      'http://host.docker.internal:11434/v1',
      'kubectl port-forward svc/web 8080:80 then open http://localhost:8080',
      'http://raspberrypi.local/',
    ]),
    dev('numbers and schemes', [
      'call 2130706433 for help',
      'order 0x7f000001',
      'http://1password.example/',
      'http://2020.h.example/',
      'https://0x.org/',
      'https://127.example.com/',
      'sftp://h.example/file',
      "the gopher is Go's mascot",
      'jar:file:/opt/app/lib.jar!/META-INF',
      'ldap://ldap.h.example:389/dc=h',
      'https://10minutemail.example/',
      'https://h.example/10.0.0.1/page',
      'https://twitter.example/@localhost',
      'dict: word list',
      'http://h.example:8080@/',
    ]),
    dev(
      'link lists',
      some(
        12,
        cross(
          ['- [a](https://', '* https://', '1. <https://'],
          ['docs.h.example/metadata', 'h.example/latest/user-data-guide', 'blog.h.example/127-tips'],
          [')', '>', ''],
        ),
      ),
    ),
  ],
}
