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
  // ruleid: javascript-request-to-path
  await fs.readFile(path)
  // ruleid: javascript-request-to-path
  await readFile(path)
  // ruleid: javascript-request-to-path
  await copyFile('default', path)
  // ruleid: javascript-request-to-path
  await fse.remove(path)
  // ruleid: javascript-request-to-path
  await outputFile(path, '')
  // ruleid: javascript-request-to-path
  await sharp(path).resize(10)
  // ruleid: javascript-request-to-path
  new AdmZip(path)
  // ruleid: javascript-request-to-path
  Bun.file(path)
  // ruleid: javascript-request-to-path
  await Deno.readTextFile(path)
  // ok: javascript-request-to-path
  await fs.readFile(join('files', basename(name)))
  // ok: javascript-request-to-path
  await fs.writeFile('last', name)
}

export async function receive(request, reply) {
  const part = await request.file()
  // ruleid: javascript-upload-name
  await fs.writeFile(join('files', part.filename), await part.toBuffer())
  // ok: javascript-upload-name
  await fs.writeFile(join('files', crypto.randomUUID()), await part.toBuffer())
}

export async function unpack(data: Buffer) {
  const zip = await JSZip.loadAsync(data)
  zip.forEach((name, entry) => {
    // ruleid: javascript-archive-entry-path
    fs.writeFile(join('files', name), '')
    // ok: javascript-archive-entry-path
    fs.writeFile(join('files', basename(name)), '')
  })
}
