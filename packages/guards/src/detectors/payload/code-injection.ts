import { rx } from '../rules/pattern-rule.ts'
import type { PayloadRule } from './categories.ts'

const shared = { category: 'code_injection', cwe: 'CWE-94' } as const

export const codeInjectionRules: readonly PayloadRule[] = [
  {
    ...shared,
    id: 'code-python-import-call',
    severity: 'high',
    title: 'Python expression that imports a module and runs a command',
    anchors: ['__import__', '__builtins__', '__subclasses__', '__globals__', 'importlib', 'eval(', 'exec(', 'compile('],
    before: 60,
    after: 120,
    find: rx`(?:__import__\s{0,3}\(\s{0,3}(?:['"]\w{1,20}['"]|chr\()[^\n)]{0,40}\)\s{0,3}\.\s{0,3}(?:system|popen|call|run|check_output|getoutput|spawn|exec\w{0,2}|environ|listdir|remove|b64decode|fork|unlink)|__builtins__\s{0,3}(?:\.|\[)[^\n]{0,24}(?:__import__|eval|exec|open)|(?:\(\)|''|""|\[\]|\{\})\.__class__\s{0,3}\.\s{0,3}(?:__bases?__|__mro__)[^\n]{0,40}__subclasses__|\.__globals__\s{0,3}\[\s{0,3}['"](?:__builtins__|os|sys)|(?:eval|exec)\s{0,3}\(\s{0,3}(?:compile\s{0,3}\(|(?:base64\.)?b64decode\s{0,3}\(|bytes\.fromhex|codecs\.decode|zlib\.decompress|__import__|marshal\.loads|requests\.get|urllib)|importlib\.import_module\(\s{0,3}['"](?:os|subprocess)['"]\s{0,3}\)\s{0,3}\.)`,
    // Build tools run their own files by compiling them first.
    verify: (match) => (/^(?:exec|eval)\s{0,3}\(\s{0,3}compile/i.test(match[0]) ? 0.5 : 1),
    flags: [
      "__import__('os').system('id')",
      '().__class__.__bases__[0].__subclasses__()',
      "exec(base64.b64decode('aQ=='))",
      "eval(compile('1','a','eval'))",
    ],
    ignores: [
      'import os\nos.system("ls")',
      'def __init__(self):',
      "importlib.import_module('myapp.plugins')",
      'eval(expression)',
    ],
  },
  {
    ...shared,
    id: 'code-broken-python',
    severity: 'high',
    title: 'Quote that leaves a Python string and goes on as code',
    anchors: ['import os', 'import subprocess', '__import__', 'os.system', 'os.popen', 'exec(', 'eval('],
    before: 24,
    after: 90,
    find: rx`(?:['"]\s{0,3}\)?\s{0,3}(?:;|\+|,)\s{0,3}(?:import\s{1,3}(?:os|subprocess|pty|socket)\s{0,3};|__import__\s?\(|os\.(?:system|popen)\s?\(|exec\s?\(\s?['"]|eval\s?\(\s?['"])|[;\n]\s{0,3}import\s{1,3}(?:os|subprocess|pty)\s{0,3};\s{0,3}(?:os|subprocess|pty)\.\w{3,16}\s?\()`,
    flags: ["'+__import__('os').popen('id').read()+'", "x; import os; os.system('id')", "\"); os.system('id') #"],
    ignores: ['import os\nimport sys', "print('a'); x = 1", 'run("a", os.path)'],
  },
  {
    ...shared,
    id: 'code-node-escape',
    severity: 'high',
    title: 'JavaScript expression that reaches the process',
    anchors: [
      'child_process',
      'mainmodule',
      'constructor(',
      'process.binding',
      'process.env',
      'return process',
      '_load',
      'execsync',
      'spawnsync',
    ],
    before: 60,
    after: 120,
    find: rx`(?:(?:require|import|mainmodule\.require|module\._load|getbuiltinmodule)\s{0,3}\(\s{0,3}['"\x60](?:node:)?child_process['"\x60]\s{0,3}\)\s{0,3}(?:\.|\[)\s{0,3}['"]?(?:exec|spawn|fork|execsync|spawnsync)\w{0,4}['"]?\]?\s{0,3}\(\s{0,3}['"\x60](?!git|npm|node|tsc|docker|echo|ls['"\x60\s]|pwd|yarn|pnpm|python|ffmpeg|make|cargo|dir)|process\s{0,3}(?:\.|\[['"])mainmodule(?:['"]\])?\s{0,3}[.[]|constructor\s{0,3}(?:\.|\[['"])\s{0,3}constructor(?:['"]\])?\s{0,3}\(\s{0,3}['"\x60](?:return|alert|this|process)|constructor\s{0,3}\(\s{0,3}['"\x60]return\s{1,3}(?:process|this|global)|process\.binding\s{0,3}\(\s{0,3}['"\x60](?:spawn_sync|process_wrap|fs))`,
    verify(match, text) {
      // `const out = require('child_process').execSync('…')` is a script; glued onto a value it is an attack.
      if (!/^(?:require|import)/i.test(match[0])) return 1
      const before = text.slice(Math.max(0, match.index - 40), match.index)
      return /(?:const|let|var|=|await|import|from|return)\s{0,3}\(?$/i.test(before)
        ? 0.4
        : /[\w\s]$|^$|\n\s{0,8}$/.test(before)
          ? 0.6
          : 1
    },
    flags: [
      "require('child_process').exec('curl h')",
      "global.process.mainModule.require('fs')",
      "this.constructor.constructor('return process')()",
    ],
    ignores: [
      "const { exec } = require('child_process')",
      "import { spawn } from 'node:child_process'",
      'super.constructor(props)',
      "require('child_process').execSync('git rev-parse HEAD')",
    ],
  },
  {
    ...shared,
    id: 'code-php-shell',
    severity: 'critical',
    title: 'PHP that runs what a request brings',
    anchors: [
      '$_get',
      '$_post',
      '$_request',
      '$_cookie',
      '$_server',
      '$_files',
      'php://input',
      'base64_decode',
      'gzinflate',
      'str_rot13',
      '/e',
      'create_function',
      'assert(',
    ],
    before: 90,
    after: 90,
    find: rx`(?:(?:eval|assert|system|exec|passthru|shell_exec|popen|proc_open|pcntl_exec|create_function|call_user_func|include|require|unserialize)(?:_once)?\s{0,3}\(?\s{0,3}(?:@?\s{0,3}\(?\s{0,3}\$\{?['"]?_(?:GET|POST|REQUEST|COOKIE|SERVER|FILES)\b|(?:gzinflate|gzuncompress|str_rot13|base64_decode|strrev|convert_uudecode)\s{0,3}\(|file_get_contents\s{0,3}\(\s{0,3}['"]php:\/\/input)|\$_(?:GET|POST|REQUEST|COOKIE)\s{0,3}\[\s{0,3}['"]?\w{0,16}['"]?\s{0,3}\]\s{0,3}\(\s{0,3}\$_|\x60\s{0,3}\$_(?:GET|POST|REQUEST)|create_function\s{0,3}\([^\n)]{0,24}\$_(?:GET|POST|REQUEST)|preg_replace\s{0,3}\(\s{0,3}['"]\/[^'"\n]{0,20}\/[a-z]{0,4}e[a-z]{0,3}['"])`,
    verify(match) {
      // Code reviews contain such lines, so that an include or unserialize alone has a lower severity.
      return /^(?:include|require|unserialize|call_user_func|exec|popen)/i.test(match[0]) ? 0.6 : 1
    },
    flags: [
      "<?php system($_GET['c']); ?>",
      "eval(base64_decode('aQ=='))",
      "@eval($_POST['x'])",
      "$_GET['f']($_POST['a'])",
    ],
    ignores: ["$name = $_POST['name'];", "base64_decode($row['blob'])", 'assert($a === $b)', "include 'header.php';"],
  },
  {
    ...shared,
    id: 'code-java-runtime',
    severity: 'high',
    title: 'Java or scripting expression that starts a process from a string',
    anchors: ['getruntime', 'processbuilder', 'scriptengine', 'groovy', '.execute()', 'nashorn', 'forname'],
    before: 60,
    after: 120,
    find: rx`(?:(?:forname|getclass)\s{0,3}\([^\n]{0,40}java\.lang\.runtime[^\n]{0,60}(?:exec|getmethod)|getruntime\s{0,3}\(\s{0,3}\)\s{0,3}\.\s{0,3}exec\s{0,3}\(\s{0,3}(?:new\s{1,3}string\[\]\s{0,3}\{\s{0,3})?["'](?:\/bin\/(?:ba)?sh|cmd(?:\.exe)?|id|whoami|curl|wget|nc|calc(?:\.exe)?|cat|touch \/tmp|ping|powershell|bash)\b|new\s{1,3}(?:java\.lang\.)?processbuilder\s{0,3}\(\s{0,3}(?:new\s{1,3}string\[\]\s{0,3}\{\s{0,3})?["'](?:\/bin\/(?:ba)?sh|cmd(?:\.exe)?|bash|powershell)["']\s{0,3},\s{0,3}["'](?:-c|\/c)|["'](?:id|whoami|cat |curl |wget |nc |bash |sh |ls \/)[^"'\n]{0,40}["']\.execute\(\))`,
    verify: (match) => (/^(?:new|getruntime)/i.test(match[0]) ? 0.6 : 1),
    flags: [
      "''.getClass().forName('java.lang.Runtime').getMethod('exec')",
      'Runtime.getRuntime().exec("/bin/sh -c id")',
      '"id".execute().text',
    ],
    ignores: [
      'Runtime.getRuntime().availableProcessors()',
      'new ProcessBuilder(command).start()',
      'Class.forName("org.postgresql.Driver")',
    ],
  },
  {
    ...shared,
    id: 'code-prototype-pollution',
    cwe: 'CWE-1321',
    severity: 'high',
    title: 'Key that changes the prototype of every object',
    anchors: ['__proto__', 'constructor[prototype', 'constructor.prototype', '"constructor"'],
    before: 40,
    after: 80,
    find: rx`(?:[?&]__proto__(?:\[|%5b|\.)\w{1,40}(?:\]|%5d)?\s{0,2}=|["']__proto__["']\s{0,3}:\s{0,3}\{\s{0,3}["']\w{1,40}["']\s{0,3}:|[?&]constructor(?:\[|%5b|\.)prototype(?:\]|%5d)?(?:\[|%5b|\.)\w{1,40}|["']constructor["']\s{0,3}:\s{0,3}\{\s{0,3}["']prototype["']\s{0,3}:)`,
    flags: ['?__proto__[admin]=1', '{"__proto__": {"isAdmin": true}}', '{"constructor": {"prototype": {"x": 1}}}'],
    ignores: ['obj.__proto__ is deprecated', 'Foo.prototype.constructor = Foo', '{"constructor": "Mercedes"}'],
  },
]
