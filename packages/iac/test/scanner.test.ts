import type { ScannerName } from '@gatehouse/contracts/scans'
import { expect, test } from 'vitest'
import { createIacScanner, createK8sScanner } from '../src/index.ts'
import { type LocalScan, runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

const RULES = { own: true, files: [] }

async function scan(files: Readonly<Record<string, string>>): Promise<LocalScan> {
  const scanners = [createIacScanner({ rules: RULES }), createK8sScanner({ rules: RULES })]
  return runScan({ tree: treeOf(files), scanners })
}

const found = ({ observations }: LocalScan, scanner: ScannerName): readonly string[] =>
  observations
    .filter((observation) => observation.scanner === scanner)
    .map(({ ruleId, filePath, startLine }) => `${ruleId} ${filePath}:${startLine}`)

const POD = `apiVersion: v1
kind: Pod
metadata: { name: a }
spec:
  containers:
    - name: a
      image: registry.example/a:1
      securityContext: { privileged: true }
`

test('Kubernetes objects are scanned by one scanner and everything else by the other', async () => {
  const seen = await scan({
    'deploy/pod.yaml': POD,
    'compose.yaml': 'services:\n  a:\n    privileged: true\n',
    Dockerfile: 'FROM registry.example/a:1\nEXPOSE 22\nUSER app\nHEALTHCHECK NONE\n',
  })
  expect(seen.gaps).toEqual([])
  expect(found(seen, 'K8S')).toContain('k8s/k8s-privileged-container deploy/pod.yaml:8')
  expect(found(seen, 'K8S').filter((item) => !item.includes('deploy/pod.yaml'))).toEqual([])
  expect(found(seen, 'IAC')).toEqual([
    'iac/docker-image-without-digest Dockerfile:1',
    'iac/docker-remote-login-port-exposed Dockerfile:2',
    'iac/compose-privileged-container compose.yaml:3',
  ])
})

test('JSON is judged as YAML is', async () => {
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    spec: { hostNetwork: true, containers: [{ name: 'a', image: 'registry.example/a:1' }] },
  }
  const template = { Resources: { A: { Type: 'AWS::S3::Bucket', Properties: { AccessControl: 'PublicRead' } } } }
  const seen = await scan({
    'pod.json': JSON.stringify(object, null, 2),
    'stack.json': JSON.stringify(template, null, 2),
  })
  expect(found(seen, 'K8S')).toContain('k8s/k8s-host-network pod.json:5')
  expect(found(seen, 'IAC')).toContain('iac/cfn-s3-public-acl stack.json:6')
})

test('a finding explains the risk and contains a fix', async () => {
  const { observations } = await scan({ 'pod.yaml': POD })
  const privileged = observations.find(({ ruleId }) => ruleId === 'k8s/k8s-privileged-container')
  expect(privileged).toMatchObject({
    scanner: 'K8S',
    severity: 'HIGH',
    cweId: 'CWE-250',
    snippet: '      securityContext: { privileged: true }',
    metadata: { fix: 'privileged: false' },
  })
  expect(privileged?.owasp).toContain('K01:2022')
})

test('comments allow a finding, with a reason', async () => {
  const allowed = (line: string): string => POD.replace('      securityContext', `${line}\n      securityContext`)
  const rule = 'k8s/k8s-privileged-container'
  for (const [line, count] of [
    ['      # gatehouse:allow k8s/k8s-privileged-container the agent of the nodes', 0],
    ['      # gatehouse:allow k8s/k8s-privileged-container', 1],
    ['      # nosemgrep: k8s-privileged-container', 0],
    ['      # nosemgrep: another', 1],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- four scans of one file
    const { observations } = await scan({ 'pod.yaml': allowed(line) })
    expect(observations.filter(({ ruleId }) => ruleId === rule)).toHaveLength(count)
  }
})

test('unreadable input is reported, and the rest is scanned', async () => {
  const seen = await scan({
    'broken.yaml': `${POD}---\nkind: [\n`,
    '.gatehouseignore': 'left.yaml\n',
    'left.yaml': POD,
    'package-lock.json': '{"kind": 1, "apiVersion": 2',
    'node_modules/a/Dockerfile': 'FROM a\n',
  })
  expect(found(seen, 'K8S')).toContain('k8s/k8s-privileged-container broken.yaml:8')
  expect(found(seen, 'IAC')).toEqual([])
  expect(seen.gaps.map(({ scanner, reason, filePath }) => [scanner, reason, filePath])).toEqual([
    ['IAC', 'skipped', undefined],
    ['K8S', 'unparsed', 'broken.yaml'],
    ['K8S', 'skipped', undefined],
  ])
})

test('a file that multiplies itself by aliases is a gap', async () => {
  const levels = Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}]`)
  const text = `apiVersion: v1\nkind: Pod\na0: &a0 [x]\n${levels.join('\n')}\ncontainers: []\nprivileged: true\n`
  const seen = await scan({ 'bomb.yaml': text })
  expect(seen.gaps).toMatchObject([{ scanner: 'K8S', reason: 'unparsed', filePath: 'bomb.yaml' }])
})
