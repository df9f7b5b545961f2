import { expect, test } from 'vitest'
import { addedLines, addedLinesByFile } from '../../src/hosts/changed-lines.ts'

const DIFF = `diff --git a/a.js b/a.js
index 1..2 100644
--- a/a.js
+++ b/a.js
@@ -1,3 +1,4 @@ function
 one
-old
+new
+++ b/fake.js
 three
@@ -9 +10,2 @@
 nine
+ten
\\ No newline at end of file
diff --git a/gone.js b/gone.js
deleted file mode 100644
--- a/gone.js
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git "a/\\303\\244.js" "b/\\303\\244.js"
--- "a/\\303\\244.js"
+++ "b/\\303\\244.js"
@@ -1 +1 @@
-x
+y
diff --git a/new dir/b.js b/new dir/b.js
new file mode 100644
--- /dev/null
+++ b/new dir/b.js\t
@@ -0,0 +1,2 @@
+first
+second
`

test('the added lines of a diff are listed by file', () => {
  expect([...addedLinesByFile(DIFF)]).toEqual([
    ['a.js', new Set([2, 3, 11])],
    ['new dir/b.js', new Set([1, 2])],
  ])
})

test.each([
  ['', []],
  ['Binary files differ', []],
  ['@@ -1 +1 @@\n-a\n+b', [1]],
  ['@@ -0,0 +5,2 @@\n+a\n+b\n\\ No newline at end of file', [5, 6]],
])('the hunks %j add these lines', (patch, lines) => {
  expect([...addedLines(patch)]).toEqual(lines)
})
