import AdmZip from 'adm-zip'
import fse, { outputFile } from 'fs-extra'
import fs from 'node:fs/promises'
import { copyFile, readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import { join, basename } from 'node:path'
import sharp from 'sharp'

export async function GET(request: Request, { params }) {
  const { name } = await params
  const path = join('files', name)
  // ruleid: javascript-path-traversal
  await fs.readFile(path)
  // ruleid: javascript-path-traversal
  await readFile(path)
  // ruleid: javascript-path-traversal
  await copyFile('default', path)
  // ruleid: javascript-path-traversal
  await fse.remove(path)
  // ruleid: javascript-path-traversal
  await outputFile(path, '')
  // ruleid: javascript-path-traversal
  await sharp(path).resize(10)
  // ruleid: javascript-path-traversal
  new AdmZip(path)
  // ruleid: javascript-path-traversal
  Bun.file(path)
  // ruleid: javascript-path-traversal
  await Deno.readTextFile(path)
  // ok: javascript-path-traversal
  await fs.readFile(join('files', basename(name)))
  // ok: javascript-path-traversal
  await fs.writeFile('last', name)
}

export async function receive(request, reply) {
  const part = await request.file()
  // ruleid: javascript-unrestricted-upload
  await fs.writeFile(join('files', part.filename), await part.toBuffer())
  // ok: javascript-unrestricted-upload
  await fs.writeFile(join('files', crypto.randomUUID()), await part.toBuffer())
}

export async function unpack(data: Buffer) {
  const zip = await JSZip.loadAsync(data)
  zip.forEach((name, entry) => {
    // ruleid: javascript-path-traversal-zip-slip
    fs.writeFile(join('files', name), '')
    // ok: javascript-path-traversal-zip-slip
    fs.writeFile(join('files', basename(name)), '')
  })
}
