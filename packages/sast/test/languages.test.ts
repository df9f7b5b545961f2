import { describe, expect, test } from 'vitest'
import { LANGUAGES, languageOf, languageOfText, languagesNamed } from '../src/languages/all.ts'

describe('the language of a file', () => {
  test.each([
    ['a/b.rb', 'ruby'],
    ['Rakefile', 'ruby'],
    ['a/Gemfile', 'ruby'],
    ['x.C', 'c'],
    ['x.h', 'c-header'],
    ['x.hpp', 'cpp'],
    ['x.cc', 'cpp'],
    ['x.rs', 'rust'],
    ['x.sh', 'bash'],
    ['home/.bashrc', 'bash'],
    ['build.gradle.kts', 'kotlin'],
    ['x.txt', undefined],
    ['a.rb/x', undefined],
    ['Gemfile.txt', undefined],
  ])('of %s is %s', (path, name) => {
    expect(languageOf(path)?.name).toBe(name)
  })

  test.each([
    ['#!/bin/bash\n', 'bash'],
    ['#! /bin/sh -e\n', 'bash'],
    ['#!/usr/bin/env ruby\nputs 1\n', 'ruby'],
    ['#!/usr/bin/env -S A=1 python3.12 -u\n', 'python'],
    ['#!/usr/bin/env node', 'javascript'],
    ['#!/usr/bin/perl\n', undefined],
    ['#!', undefined],
    ['#!/usr/bin/env\nruby', undefined],
    [' #!/bin/bash\n', undefined],
    ['', undefined],
  ])('is detected by the first line %j', (text, name) => {
    expect(languageOfText('bin/tool', text)?.name).toBe(name)
  })

  test('is detected by the file name first', () => {
    expect(languageOfText('a.py', '#!/bin/bash\n')?.name).toBe('python')
  })
})

test('rules for C and rules for C++ apply to headers', () => {
  const names = (word: string) => languagesNamed(word).map(({ name }) => name)
  expect([names('c'), names('cpp'), names('C++')]).toEqual([
    ['c', 'c-header'],
    ['cpp', 'c-header'],
    ['cpp', 'c-header'],
  ])
})

test('no two languages have a name or an extension in common', () => {
  const names = LANGUAGES.flatMap(({ name, aliases }) => [name, ...aliases])
  const extensions = LANGUAGES.flatMap((item) => item.extensions)
  expect([new Set(names).size, new Set(extensions).size]).toEqual([names.length, extensions.length])
})
