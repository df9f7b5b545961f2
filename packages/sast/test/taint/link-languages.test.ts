import { expect, test } from 'vitest'
import { findings, places } from './found.ts'

const RULE = `rules:
- id: r
  mode: taint
  languages: [LANGUAGE]
  severity: HIGH
  message: m
  pattern-sources: [{pattern: source()}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
`

const GO = 'package main\nimport "example.org/x/db"\n'

/** Language, title, files, source and sink. */
const ROWS: readonly (readonly [string, string, Readonly<Record<string, string>>, string])[] = [
  [
    'go',
    'a function of the package',
    { 'p/a.go': 'package p\nfunc A() { run(source()) }\n', 'p/b.go': 'package p\nfunc run(q string) {\n sink(q)\n}\n' },
    'p/a.go:2 → p/b.go:3',
  ],
  [
    'go',
    'a function of a package that is imported',
    { 'a.go': `${GO}func main() { db.Run(source()) }\n`, 'db/b.go': 'package db\nfunc Run(q string) {\n sink(q)\n}\n' },
    'a.go:3 → db/b.go:3',
  ],
  [
    'go',
    'a method by the type that is written',
    {
      'a.go': `${GO}func h(s *db.Store) { s.Run(source()) }\n`,
      'db/b.go': 'package db\ntype Store struct { n string }\nfunc (s *Store) Run(q string) {\n sink(q)\n}\n',
    },
    'a.go:3 → db/b.go:4',
  ],
  [
    'php',
    'a function of a file that is read',
    { 'a.php': '<?php\nrequire "b.php";\nrun(source());\n', 'b.php': '<?php\nfunction run($q) {\n sink($q);\n}\n' },
    'a.php:3 → b.php:3',
  ],
  [
    'php',
    'a method of a class of a namespace',
    {
      'a.php': '<?php\nuse App\\Dao;\n$d = new Dao();\n$d->find(source());\n',
      'Dao.php': '<?php\nnamespace App;\nclass Dao {\n public function find($q) {\n sink($q);\n }\n}\n',
    },
    'a.php:4 → Dao.php:5',
  ],
  [
    'csharp',
    'a method by the type of a field',
    {
      'a.cs': 'namespace X { class A { private Dao dao; void F() { dao.Find(source()); } } }\n',
      'b.cs': 'namespace X {\n class Dao { public void Find(string q) {\n sink(q); } } }\n',
    },
    'a.cs:1 → b.cs:3',
  ],
  [
    'ruby',
    'a method of what is made',
    { 'a.rb': "require_relative 'b'\nB.new.run(source())\n", 'b.rb': 'class B\n def run(q)\n  sink(q)\n end\nend\n' },
    'a.rb:2 → b.rb:3',
  ],
  [
    'kotlin',
    'a function of the package',
    { 'a.kt': 'package p\nfun a() { run(source()) }\n', 'b.kt': 'package p\nfun run(q: String) {\n sink(q)\n}\n' },
    'a.kt:2 → b.kt:3',
  ],
  [
    'kotlin',
    'a method of what the constructor is given',
    {
      'a.kt': 'package p\nclass A(private val dao: Dao) { fun a() { dao.find(source()) } }\n',
      'b.kt': 'package p\nclass Dao { fun find(q: String) {\n sink(q)\n} }\n',
    },
    'a.kt:2 → b.kt:3',
  ],
  [
    'java',
    'a list that is written out where it is given',
    { 'A.java': 'class A { void f() {\n sink(new String[] { "a", source() });\n} }\n' },
    'A.java:2 → A.java:2',
  ],
  [
    'csharp',
    'members that stand behind what is made',
    { 'a.cs': 'class A { void F() {\n sink(new Info { Name = source() });\n} }\n' },
    'a.cs:2 → a.cs:2',
  ],
  [
    'c',
    'what the library writes into a buffer',
    {
      'a.c': 'int main(void) {\n char b[9];\n snprintf(b, sizeof b, "ls %s", source());\n run(b);\n return 0;\n}\n',
      'b.c': 'void run(const char *q) {\n sink(q);\n}\n',
    },
    'a.c:3 → b.c:2',
  ],
  [
    'cpp',
    'what is appended to a text',
    { 'a.cpp': 'void a() {\n std::string b;\n b.append(source());\n sink(b.c_str());\n}\n' },
    'a.cpp:3 → a.cpp:4',
  ],
  [
    'rust',
    'a function of a module that is declared',
    {
      'src/main.rs': 'mod db;\nfn main() { db::run(source()); }\n',
      'src/db.rs': 'pub fn run(q: String) {\n sink(q);\n}\n',
    },
    'src/main.rs:2 → src/db.rs:2',
  ],
  [
    'rust',
    'a function by its path in the crate',
    {
      'src/a/mod.rs': 'use crate::db::run as go;\nfn f() { go(source()); }\n',
      'src/db/mod.rs': 'pub fn run(q: String) {\n sink(q);\n}\n',
    },
    'src/a/mod.rs:2 → src/db/mod.rs:2',
  ],
  [
    'rust',
    'a function of the module beside it',
    {
      'src/a/b.rs': 'fn h() { super::c::run(source()); }\n',
      'src/a/c.rs': 'pub fn run(q: String) {\n sink(q);\n}\n',
    },
    'src/a/b.rs:1 → src/a/c.rs:2',
  ],
  [
    'rust',
    'a function of which a module gives on all names',
    {
      'src/a/b.rs': 'use super::*;\nfn h() { run(source()); }\n',
      'src/a.rs': 'mod b;\npub fn run(q: String) {\n sink(q);\n}\n',
    },
    'src/a/b.rs:2 → src/a.rs:3',
  ],
  [
    'rust',
    'a function of another crate of the tree',
    {
      'crates/web/src/main.rs': 'use my_db::users;\nfn h() { users::run(source()); }\n',
      'crates/my-db/src/users.rs': 'pub fn run(q: String) {\n sink(q);\n}\n',
      'crates/my-db/src/lib.rs': 'pub mod users;\n',
    },
    'crates/web/src/main.rs:2 → crates/my-db/src/users.rs:2',
  ],
  [
    'rust',
    'a function that a module gives on',
    {
      'src/main.rs': 'use crate::db::run;\nfn h() { run(source()); }\n',
      'src/db/mod.rs': 'mod q;\npub use q::run;\n',
      'src/db/q.rs': 'pub fn run(q: String) {\n sink(q);\n}\n',
    },
    'src/main.rs:2 → src/db/q.rs:2',
  ],
  [
    'rust',
    'a method of what a framework wraps',
    {
      'src/main.rs': 'mod db;\nuse db::Store;\nasync fn h(s: web::Data<Store>) { s.find(source()).await; }\n',
      'src/db.rs': 'pub struct Store { n: u32 }\nimpl Store { pub async fn find(&self, q: String) {\n sink(q);\n} }\n',
    },
    'src/main.rs:3 → src/db.rs:3',
  ],
  [
    'rust',
    'a method of what a function makes',
    {
      'src/main.rs': 'use crate::db::Store;\nfn h() { let s = Store::open("x")?; s.find(source()); }\n',
      'src/db.rs':
        'pub struct Store;\nimpl Store { pub fn open(n: &str) -> Result<Self, E> { Ok(Self {}) }\n pub fn find(&self, q: String) {\n sink(q);\n} }\n',
    },
    'src/main.rs:2 → src/db.rs:4',
  ],
  [
    'rust',
    'a method of a trait that a parameter has',
    {
      'src/main.rs': 'use crate::db::Repo;\nfn h<R: Repo>(r: &R) { r.find(source()); }\n',
      'src/db.rs':
        'pub trait Repo { fn find(&self, q: String); }\npub struct Pg;\nimpl Repo for Pg { fn find(&self, q: String) {\n sink(q);\n} }\n',
    },
    'src/main.rs:2 → src/db.rs:4',
  ],
]

test.each(ROWS)('%s: %s', async (language, _title, files, expected) => {
  expect(places(await findings(RULE.replace('LANGUAGE', language), files))).toEqual([expected])
})
