import { describe, expect, test } from 'vitest'
import { junitXml } from '../../src/junit/junit.ts'

describe('a JUnit report', () => {
  test('counts failures with their reasons', () => {
    const report = junitXml('shop.yaml', [
      { name: 'one', duration_ms: 12 },
      { name: 'two', duration_ms: 0.4, failure: 'expected block, got pass' },
    ])
    expect(report).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="2" failures="1" errors="0" time="0.012">
  <testsuite name="shop.yaml" tests="2" failures="1" errors="0" time="0.012">
    <testcase name="one" classname="shop.yaml" time="0.012"/>
    <testcase name="two" classname="shop.yaml" time="0.000">
      <failure message="expected block, got pass"/>
    </testcase>
  </testsuite>
</testsuites>
`)
  })

  test('counts errors and skipped checks', () => {
    const report = junitXml('s', [
      { name: 'one', duration_ms: 0, error: 'no answer' },
      { name: 'two', duration_ms: 0, skipped: 'undecided' },
    ])
    expect(report).toContain('tests="2" failures="0" errors="1" skipped="1"')
    expect(report).toContain('<error message="no answer"/>')
    expect(report).toContain('<skipped message="undecided"/>')
  })

  test('escapes markup and control characters in names', () => {
    const report = junitXml('s', [{ name: '"/><x a=\'&\u0000\u001b\n\ud800\ufffe', duration_ms: 0 }])
    expect(report).toContain('name="&quot;/&gt;&lt;x a=&apos;&amp;\ufffd\ufffd&#10;\ufffd\ufffd"')
  })
})
