import { describe, expect, test } from 'vitest'
import type { Rendered } from '../../src/rendered.ts'
import { HELM_FUNCTION_NAMES } from '../../src/helm/functions/all.ts'
import { helmRenderer } from '../../src/helm/renderer.ts'
import { createK8sScanner } from '../../src/index.ts'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

async function render(files: Readonly<Record<string, string>>): Promise<readonly Rendered[]> {
  const tree = treeOf(files)
  const all: Rendered[] = []
  for (const unit of helmRenderer.plan(tree)) all.push(...(await helmRenderer.render(unit, tree)))
  return all
}

const VALUES = `
name: shop
count: 3
off: false
list: [b, a]
map: { y: 1, x: 2 }
nested: { deep: { key: v } }
text: "{{ .Values.name }}!"
`

/** Returns the output of one template. */
async function textOf(template: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const files = {
    'c/Chart.yaml': 'name: c\nversion: 1.2.3\nappVersion: "4.5"\n',
    'c/values.yaml': VALUES,
    'c/templates/a.yaml': template,
    ...more,
  }
  const [rendered] = await render(files)
  return rendered?.text ?? ''
}

/** A template and its output. */
const ROWS: readonly (readonly [string, string])[] = [
  ['a: {{ .Values.name }}', 'a: shop'],
  ['a:  {{- .Values.name -}}  b', 'a:shopb'],
  ['a{{/* x }} y */}}b', 'ab'],
  ['{{- /* x */ -}} a', 'a'],
  ['{{ "a\\"b" }}{{ `c"d` }}', 'a"bc"d'],
  ['{{ .Values.a.b.c }}x', 'x'],
  ['{{ if .Values.off }}a{{ else if eq .Values.count 3 }}b{{ else }}c{{ end }}', 'b'],
  ['{{ if and .Values.name (not .Values.off) }}a{{ end }}', 'a'],
  ['{{ with .Values.nested.deep }}{{ .key }}{{ $.Values.name }}{{ else }}x{{ end }}', 'vshop'],
  ['{{ with .Values.none }}a{{ else }}b{{ end }}', 'b'],
  ['{{ range .Values.list }}{{ . }},{{ end }}', 'b,a,'],
  ['{{ range $i, $v := .Values.list }}{{ $i }}{{ $v }}{{ end }}', '0b1a'],
  ['{{ range $k, $v := .Values.map }}{{ $k }}{{ $v }}{{ end }}', 'x2y1'],
  ['{{ range .Values.none }}a{{ else }}b{{ end }}', 'b'],
  ['{{ range list 1 2 3 }}{{ if eq . 2 }}{{ continue }}{{ end }}{{ . }}{{ end }}', '13'],
  ['{{ range list 1 2 3 }}{{ if eq . 2 }}{{ break }}{{ end }}{{ . }}{{ end }}', '1'],
  ['{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}', '2'],
  ['{{ $x := 1 }}{{ if true }}{{ $x := 2 }}{{ end }}{{ $x }}', '1'],
  ['{{ define "t" }}<{{ . }}>{{ end }}{{ template "t" "a" }}{{ include "t" "b" | upper }}', '<a><B>'],
  ['{{ block "u" . }}in{{ end }}', 'in'],
  ['{{ tpl .Values.text . }}', 'shop!'],
  [
    '{{ .Chart.Name }} {{ .Chart.AppVersion }} {{ .Release.Name }} {{ .Release.Namespace }}',
    'c 4.5 release-name release-namespace',
  ],
  ['{{ .Template.BasePath }} {{ .Template.Name }}', 'c/templates c/templates/a.yaml'],
  ['{{ .Capabilities.APIVersions.Has "policy/v1" }} {{ .Capabilities.APIVersions.Has "acme.io/v1" }}', 'true false'],
  ['{{ semverCompare ">=1.21-0" .Capabilities.KubeVersion.Version }}', 'true'],
  ['{{ semverCompare "<1.20.0" "v1.19.3" }}', 'true'],
  ['a:\n{{ toYaml .Values.nested | indent 2 }}', 'a:\n  deep:\n    key: v'],
  ['a: {{- toYaml .Values.map | nindent 2 }}', 'a:\n  x: 2\n  y: 1'],
  ['{{ toJson .Values.map }}', '{"x":2,"y":1}'],
  ['{{ (fromYaml "a: 1").a }}{{ (fromJson "{\\"b\\":2}").b }}', '12'],
  ['{{ default "d" .Values.none }}{{ .Values.name | default "d" }}', 'dshop'],
  ['{{ coalesce .Values.none "" "c" }}{{ ternary "y" "n" .Values.off }}', 'cn'],
  ['{{ quote .Values.name }}{{ squote 1 }}', '"shop"\'1\''],
  ['{{ printf "%s-%d-%03d-%v-%q" "a" 1 7 true "x" }}', 'a-1-007-true-"x"'],
  ['{{ trunc 2 "abc" }}{{ trunc -2 "abc" }}{{ trimSuffix "-" "a-" }}{{ replace "a" "b" "aa" }}', 'abbcabb'],
  ['{{ join "," .Values.list }}{{ splitList "," "a,b" | last }}{{ (split "," "a,b")._0 }}', 'b,aba'],
  ['{{ hasKey .Values.map "x" }}{{ get .Values.map "y" }}{{ keys .Values.map | join "" }}', 'true1xy'],
  ['{{ dig "deep" "key" "d" .Values.nested }}{{ dig "no" "key" "d" .Values.nested }}', 'vd'],
  ['{{ $d := dict "a" 1 }}{{ $_ := set $d "b" 2 }}{{ toJson $d }}{{ toJson (omit $d "a") }}', '{"a":1,"b":2}{"b":2}'],
  [
    '{{ toJson (merge (dict "a" 1) (dict "a" 2 "b" 3)) }}{{ toJson (mergeOverwrite (dict "a" 1) (dict "a" 2)) }}',
    '{"a":1,"b":3}{"a":2}',
  ],
  ['{{ add 1 2 3 }}{{ sub 5 1 }}{{ mul 2 3 }}{{ div 7 2 }}{{ mod 7 2 }}{{ max 1 5 2 }}{{ int "4" }}', '6463154'],
  ['{{ list 3 1 | first }}{{ len .Values.list }}{{ index .Values.list 1 }}{{ index .Values "map" "x" }}', '32a2'],
  ['{{ has "a" .Values.list }}{{ without .Values.list "a" | first }}{{ sortAlpha .Values.list | first }}', 'trueba'],
  ['{{ until 3 | join "" }}{{ untilStep 0 6 2 | join "" }}{{ uniq (list 1 1 2) | len }}', '0120242'],
  ['{{ kindOf .Values.map }}{{ kindIs "slice" .Values.list }}{{ typeOf .Values.name }}', 'maptruestring'],
  ['{{ b64enc "a" }}{{ b64dec "YQ==" }}{{ sha256sum "a" | trunc 4 }}', 'YQ==aca97'],
  [
    '{{ regexMatch "^s.*p$" .Values.name }}{{ regexReplaceAll "(a)(b)" "ab" "${2}${1}" }}{{ regexFind "[0-9]+" "a12" }}',
    'trueba12',
  ],
  ['{{ camelcase "a_b" }}{{ kebabcase "aB" }}{{ snakecase "aB" }}{{ title "ab" }}{{ repeat 2 "x" }}', 'ABa-ba_bAbxx'],
  ['{{ lookup "v1" "Secret" "a" "b" | empty }}', 'true'],
  ['{{ eq 1 2 1 }}{{ ne "a" "b" }}{{ lt 1 2 }}{{ ge 2 2 }}', 'truetruetruetrue'],
  ['{{ mustToYaml .Values.list }}', '- b\n- a'],
  ['{{ .Files.Get "x.txt" }}{{ range $p, $_ := .Values.none }}{{ end }}', 'file'],
  ['{{ (.Files.Glob "*.txt").AsConfig }}', 'x.txt: "file"'],
]

describe('templates', () => {
  test.each(ROWS)('%s renders %j', async (template, wanted) => {
    expect(await textOf(template, { 'c/x.txt': 'file' })).toBe(wanted)
  })

  test('support the functions used by charts', () => {
    expect(HELM_FUNCTION_NAMES.length).toBeGreaterThan(180)
    expect(new Set(HELM_FUNCTION_NAMES).size).toBe(HELM_FUNCTION_NAMES.length)
  })
})

describe('template errors are reported, and the rest is rendered', () => {
  test.each([
    ['{{ nope 1 }}', 'Line 2: Unknown function nope.'],
    ['{{ include "nope" . }}', 'Line 2: Template nope not found.'],
    ['{{ required "give it" .Values.none }}', 'Line 2: A required value is missing: give it'],
    ['{{ fail "no" }}', 'Line 2: The chart rejected its values: no'],
    ['{{ fromYaml "a: [" }}', 'Line 2: The text is not valid YAML.'],
  ])('%s', async (action, detail) => {
    const rendered = await render({ 'Chart.yaml': 'name: c\n', 'templates/a.yaml': `a: 1\nb: ${action}\nc: 3\n` })
    expect(rendered[0]!.text).toBe('a: 1\nb: \nc: 3\n')
    expect(rendered.flatMap(({ gaps }) => gaps)).toEqual([{ file: 'templates/a.yaml', detail }])
  })

  test.each(['{{ if }}', '{{ if true }}', '{{ end }}', '{{ "a', '{{ ( }}', '{{ range $a, := x }}{{ end }}', '{{'])(
    '%s is an invalid template',
    async (text) => {
      const rendered = await render({ 'Chart.yaml': 'name: c\n', 'templates/a.yaml': text, 'templates/b.yaml': 'b: 1' })
      expect(rendered[0]!.text).toBe('b: 1')
      expect(rendered.at(-1)!.gaps[0]!.detail).toMatch(/^Line 1: .* The template was not rendered\.$/)
    },
  )

  test.each([
    ['{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}', 'levels deep'],
    ['{{ range until 9999 }}{{ range until 9999 }}x{{ end }}{{ end }}', 'steps'],
    ['{{ $x := "x" }}{{ range until 60 }}{{ $x = print $x $x }}{{ end }}{{ $x }}', 'too'],
    ['{{ $x := 1 }}{{ range until 60 }}{{ $x = list $x $x }}{{ end }}{{ $x }}', 'too large'],
    ['{{ $x := dict }}{{ range until 60 }}{{ $x = dict "a" $x "b" $x }}{{ end }}{{ toYaml $x }}', 'too large'],
  ])('%s ends', async (template, word) => {
    const rendered = await render({ 'Chart.yaml': 'name: c\n', 'templates/a.yaml': template })
    expect(rendered.flatMap(({ gaps }) => gaps.map(({ detail }) => detail)).join()).toContain(word)
  })
})

describe('charts in a chart', () => {
  const FILES = {
    'Chart.yaml':
      'name: top\ndependencies:\n- { name: sub, condition: sub.on }\n- { name: other, alias: o }\n- { name: packed }\n',
    'values.yaml': 'sub: { on: true, color: red }\nglobal: { g: 1 }\no: { color: green }\n',
    'charts/sub/Chart.yaml': 'name: sub\n',
    'charts/sub/values.yaml': 'color: blue\nsize: 2\n',
    'charts/sub/templates/a.yaml': '{{ .Values.color }} {{ .Values.size }} {{ .Values.global.g }} {{ .Chart.Name }}',
    'charts/other/Chart.yaml': 'name: other\n',
    'charts/other/templates/_h.tpl': '{{ define "h" }}help{{ end }}',
    'charts/other/templates/b.yaml': '{{ .Values.color }}',
    'templates/c.yaml': '{{ include "h" . }} {{ .Values.sub.size }}',
  }

  test('get values from the parent chart', async () => {
    const rendered = await render(FILES)
    expect(rendered.map(({ path, text }) => [path, text])).toEqual([
      ['charts/sub/templates/a.yaml', 'red 2 1 sub'],
      ['charts/other/templates/b.yaml', 'green'],
      ['templates/c.yaml', 'help 2'],
      ['Chart.yaml', ''],
    ])
    expect(rendered.at(-1)!.gaps[0]!.detail).toContain('The chart depends on packed, which is not in the source')
  })

  test('are omitted by a false condition', async () => {
    const rendered = await render({ ...FILES, 'values.yaml': 'sub: { on: false }\n' })
    expect(rendered.map(({ path }) => path)).not.toContain('charts/sub/templates/a.yaml')
  })
})

test('findings are reported at template lines', async () => {
  const tree = treeOf({
    'Chart.yaml': 'apiVersion: v2\nname: c\n',
    'values.yaml': 'security: { privileged: true }\n',
    'templates/pod.yaml':
      'apiVersion: v1\nkind: Pod\nmetadata: { name: {{ .Release.Name }} }\nspec:\n  containers:\n    - name: a\n      image: registry.example/a:1\n      securityContext:\n        {{- toYaml .Values.security | nindent 8 }}\n',
  })
  const { observations } = await runScan({ tree, scanners: [createK8sScanner({ rules: { own: true, files: [] } })] })
  expect(observations.map(({ ruleId, filePath, startLine }) => `${ruleId} ${filePath}:${startLine}`)).toContain(
    'k8s/k8s-privileged-container templates/pod.yaml:9',
  )
})
