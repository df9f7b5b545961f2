const fs = require('fs')
const fsp = require('node:fs/promises')
const path = require('path')
const multer = require('multer')
const router = require('express').Router()

router.get('/file', (req, res) => {
  const file = path.join('/data', req.query.name)
  // ruleid: javascript-request-to-path
  fs.createReadStream(file).pipe(res)
})

router.get('/own', (req, res) => {
  const file = path.join('/data', path.basename(req.query.name))
  // ok: javascript-request-to-path
  res.sendFile(file)
})

router.post('/notes', (req, res) => {
  const { title, text } = req.body
  // ruleid: javascript-request-to-path
  fs.writeFile('/notes/' + title, text, () => res.end())
  // ok: javascript-request-to-path
  fs.writeFile('/notes/last', text, () => res.end())
})

async function read(name) {
  // ruleid: javascript-request-to-path
  return await fs.promises.readFile(`/pages/${name}`, 'utf8')
}
router.get('/page/:name', async (req, res) => res.send(await read(req.params.name)))

router.get('/within', (req, res) => {
  const file = path.resolve('/data', req.query.name)
  if (!file.startsWith('/data' + path.sep)) return res.sendStatus(404)
  // ok: javascript-request-to-path
  res.sendFile(file)
})

router.get('/rooted', (req, res) => {
  // ok: javascript-request-to-path
  res.sendFile(req.params.name, { root: '/data' })
  // ruleid: javascript-request-to-path
  res.download('/data/' + req.params.name)
})

router.get('/promised', async (req, res) => {
  // ruleid: javascript-request-to-path
  res.send(await fsp.readFile('/data/' + req.query.file))
})

router.post('/upload', (req, res) => {
  // ruleid: javascript-upload-name
  fs.writeFileSync('uploads/' + req.file.originalname, req.file.buffer)
  // ok: javascript-upload-name
  fs.writeFileSync('uploads/' + crypto.randomUUID(), req.file.buffer)
  const file = req.files.picture
  // ruleid: javascript-upload-name
  file.mv('uploads/' + req.files.picture.name)
  // ok: javascript-upload-name
  file.mv('uploads/' + path.basename(req.files.picture.name), () => res.end())
})

const kept = multer.diskStorage({
  // ruleid: javascript-upload-kept-name
  filename: (req, file, done) => done(null, Date.now() + file.originalname),
})
const named = multer.diskStorage({
  filename: (req, file, done) => {
    // ok: javascript-upload-kept-name
    done(null, crypto.randomUUID() + path.extname(file.originalname))
  },
})

zip.getEntries().forEach((entry) => {
  // ruleid: javascript-archive-entry-path
  fs.writeFileSync(path.join('out', entry.entryName), entry.getData())
  const target = path.resolve('out', entry.entryName)
  if (!target.startsWith(path.resolve('out') + path.sep)) return
  // ok: javascript-archive-entry-path
  fs.writeFileSync(target, entry.getData())
})
stream.on('entry', (entry) => {
  // ruleid: javascript-archive-entry-path
  entry.pipe(fs.createWriteStream('out/' + entry.path))
  // ok: javascript-archive-entry-path
  entry.pipe(fs.createWriteStream('out/' + path.basename(entry.path)))
})
