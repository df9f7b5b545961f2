import type { Row } from './row.ts'

export const RUBY: readonly Row[] = [
  // Calls, with parentheses and without.
  ['system($X)', 'system "ls #{a}"\nsystem(b)\nexec c\nsystem(a, b)\n', ['system "ls #{a}"', 'system(b)']],
  ['system(...)', 'system "ls"\nsystem\nputs 1\n', ['system "ls"']],
  ['system "..."', 'system "ls"\nsystem "ls #{a}"\nc = "pwd"\nsystem c\n', ['system "ls"', 'system c']],
  ['$F(...)', 'a.b(1)\nc 2\n', ['a.b(1)', 'c 2']],
  ['$X.where(...)', 'User.where("a = 1")\nUser.all\n', ['User.where("a = 1")']],
  ['$X.where("...#{$Y}...")', 'User.where("a = #{b} c")\nUser.where("a = 1")\n', ['User.where("a = #{b} c")']],
  ['$X.permit!', 'params.permit!\nparams.permit(:a)\n', ['params.permit!']],
  ['$X.html_safe(...)', 'a.html_safe\nb.to_s\n', ['a.html_safe']],
  ['$X.html_safe()', 'a.html_safe\nb.html_safe(1)\n', ['a.html_safe']],
  ['$X.foo', 'a&.foo\na.foo\na.bar\n', ['a&.foo', 'a.foo']],
  ['foo(..., $X)', 'foo 1, 2\nfoo\n', ['foo 1, 2']],
  ['foo($...ARGS)', 'foo 1, 2\nbar 1\n', ['foo 1, 2']],
  // Hash arguments and symbols.
  [
    '$X.get(..., verify: false, ...)',
    'a.get("u", t: 1, verify: false)\na.get("u")\n',
    ['a.get("u", t: 1, verify: false)'],
  ],
  ['render inline: $X', 'render inline: a\nrender json: a\n', ['render inline: a']],
  [
    'render(..., inline: $X, ...)',
    'render inline: a, layout: false\nrender json: a\n',
    ['render inline: a, layout: false'],
  ],
  [
    'before_action :authenticate',
    'before_action :authenticate\nbefore_action :other\n',
    ['before_action :authenticate'],
  ],
  ['before_action :$X, ...', 'before_action :auth, only: [:a]\nbefore_action\n', ['before_action :auth, only: [:a]']],
  ['params[:id]', 'params[:id]\nparams["id"]\n', ['params[:id]']],
  ['params[$X]', 'params[:id]\nother[:id]\n', ['params[:id]']],
  ['{ ..., a: 1, ... }', 'x = { b: 2, a: 1 }\ny = { b: 3 }\n', ['{ b: 2, a: 1 }']],
  // Blocks.
  ['foo(...) do |$X|\n  ...\nend', 'foo(1) do |a|\n  b a\nend\nfoo(1)\n', ['foo(1) do |a| b a end']],
  ['foo { |$X| ... }', 'foo do |a| b a end\nfoo { |c| d }\n', ['foo do |a| b a end', 'foo { |c| d }']],
  ['foo(...)', 'foo(1) { |a| b }\n', ['foo(1) { |a| b }']],
  [
    '$X.each do |...|\n  ...\n  eval(...)\n  ...\nend',
    'a.each do |b|\n  c\n  eval b\nend\n',
    ['a.each do |b| c eval b end'],
  ],
  ['->($X) { ... }', 'f = ->(a) { b }\n', ['->(a) { b }']],
  // Shells.
  ['`...`', '`ls`\n`ls #{a}`\n"ls"\n', ['`ls`', '`ls #{a}`']],
  ['`...#{$X}...`', '`ls`\n`ls #{a}`\n%x(rm #{b} c)\n', ['`ls #{a}`', '%x(rm #{b} c)']],
  ['"...#{$X}..."', 'a = "b #{c}"\nd = "e"\n', ['"b #{c}"']],
  ['"$X"', 'f("a")\nf("b #{c}")\n', ['"a"']],
  // Assignments and statements that follow each other.
  ['$X = params[...]', 'a = params[:x]\nb = other[:x]\n', ['a = params[:x]']],
  ['$X = params[...]\n...\neval($X)', 'a = params[:x]\nlog a\neval a\n', ['a = params[:x] log a eval a']],
  ['$X = params[...]\n...\neval($X)', 'a = params[:x]\neval b\n', []],
  ['$X = params[...]\n...\neval($X)', 'a = params[:x]\nif b\n  eval(a)\nend\n', ['a = params[:x] if b eval(a)']],
  ['@$X = 1', '@a = 1\nb = 1\n', ['@a = 1']],
  ['system("...")', 'c = "ls"\nc << d\nsystem(c)\n', []],
  // Methods and classes.
  ['def $F(...)\n  ...\nend', 'def a(b, c = 1)\n  d\nend\ndef e\n  f\nend\n', ['def a(b, c = 1) d end', 'def e f end']],
  [
    'def $F($X, ...)\n  ...\n  eval($X)\n  ...\nend',
    'def a(b, *c)\n  d\n  eval b\nend\n',
    ['def a(b, *c) d eval b end'],
  ],
  ['def self.$F(...)\n  ...\nend', 'def self.a(b)\n  c\nend\ndef d\nend\n', ['def self.a(b) c end']],
  [
    'class $C < ApplicationController\n  ...\nend',
    'class A < ApplicationController\n  def a\n  end\nend\nclass B < C\nend\n',
    ['class A < ApplicationController def a end end'],
  ],
  ['class $C\n  ...\nend', 'class A < B\n  x\nend\n', ['class A < B x end']],
  [
    'class $C < $D\n  ...\n  def $F\n    ...\n  end\n  ...\nend',
    'class A < B\n  x\n  def m\n    y\n  end\n  z\nend\n',
    ['class A < B x def m y end z end'],
  ],
  // Control flow.
  ['if $X == $Y\n  ...\nend', 'if a == b\n  c\nelse\n  d\nend\nif a\n  c\nend\n', ['if a == b c else d end']],
  ['unless $X\n  ...\nend', 'unless a\n  b\nend\nif a\n  b\nend\n', ['unless a b end']],
  ['while $X\n  ...\nend', 'while a\n  b\nend\n', ['while a b end']],
  ['begin\n  ...\nrescue => $E\n  ...\nend', 'begin\n  a\nrescue => e\n  b\nend\n', ['begin a rescue => e b end']],
  [
    'begin\n  ...\nrescue $T => $E\n  ...\nend',
    'begin\n  a\nrescue Foo => e\n  b e\nend\n',
    ['begin a rescue Foo => e b e end'],
  ],
  ['return $X', 'def a\n  return b if c\nend\n', ['return b']],
  ['$X == $X', 'a == a\na == b\n', ['a == a']],
  ['$X ? $Y : $Z', 'a = b ? c : d\n', ['b ? c : d']],
  ['!$X', 'a = !b\n', ['!b']],
  ['f(<... params[...] ...>)', 'f("a" + params[:x])\nf(b)\n', ['f("a" + params[:x])']],
  // Names.
  [
    'OpenSSL::SSL::VERIFY_NONE',
    'a = OpenSSL::SSL::VERIFY_NONE\nb = OpenSSL::SSL::VERIFY_PEER\n',
    ['OpenSSL::SSL::VERIFY_NONE'],
  ],
  ['$X::Bar.new(...)', 'Foo::Bar.new(1)\nBar.new(1)\n', ['Foo::Bar.new(1)']],
  ['Digest::$H.hexdigest(...)', 'Digest::MD5.hexdigest(a)\nOther::MD5.hexdigest(a)\n', ['Digest::MD5.hexdigest(a)']],
  ['require "..."', 'require "a"\nload "b"\n', ['require "a"']],
  ['[..., 1, ...]', 'a = [0, 1]\nb = [2]\n', ['[0, 1]']],
  ['$X << $Y', 'a << b\na + b\n', ['a << b']],
  ['yield $X', 'def a\n  yield b\nend\n', ['yield b']],
]
