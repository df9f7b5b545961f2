const fs = require('fs')
const fsp = require('node:fs/promises')
const path = require('path')
const multer = require('multer')
const router = require('express').Router()

router.get('/file', (req, res) => {
  const file = path.join('/data', req.query.name)
  // ruleid: javascript-path-traversal
  fs.createReadStream(file).pipe(res)
})

router.get('/own', (req, res) => {
  const file = path.join('/data', path.basename(req.query.name))
  // ok: javascript-path-traversal
  res.sendFile(file)
})

router.post('/notes', (req, res) => {
  const { title, text } = req.body
  // ruleid: javascript-path-traversal
  fs.writeFile('/notes/' + title, text, () => res.end())
  // ok: javascript-path-traversal
  fs.writeFile('/notes/last', text, () => res.end())
})

async function read(name) {
  // ruleid: javascript-path-traversal
  return await fs.promises.readFile(`/pages/${name}`, 'utf8')
}
router.get('/page/:name', async (req, res) => res.send(await read(req.params.name)))

router.get('/within', (req, res) => {
  const file = path.resolve('/data', req.query.name)
  if (!file.startsWith('/data' + path.sep)) return res.sendStatus(404)
  // ok: javascript-path-traversal
  res.sendFile(file)
})

router.get('/rooted', (req, res) => {
  // ok: javascript-path-traversal
  res.sendFile(req.params.name, { root: '/data' })
  // ruleid: javascript-path-traversal
  res.download('/data/' + req.params.name)
})

router.get('/promised', async (req, res) => {
  // ruleid: javascript-path-traversal
  res.send(await fsp.readFile('/data/' + req.query.file))
})

router.post('/upload', (req, res) => {
  // ruleid: javascript-unrestricted-upload
  fs.writeFileSync('uploads/' + req.file.originalname, req.file.buffer)
  // ok: javascript-unrestricted-upload
  fs.writeFileSync('uploads/' + crypto.randomUUID(), req.file.buffer)
  const file = req.files.picture
  // ruleid: javascript-unrestricted-upload
  file.mv('uploads/' + req.files.picture.name)
  // ok: javascript-unrestricted-upload
  file.mv('uploads/' + path.basename(req.files.picture.name), () => res.end())
})

const kept = multer.diskStorage({
  // ruleid: javascript-unrestricted-upload-storage
  filename: (req, file, done) => done(null, Date.now() + file.originalname),
})
const named = multer.diskStorage({
  filename: (req, file, done) => {
    // ok: javascript-unrestricted-upload-storage
    done(null, crypto.randomUUID() + path.extname(file.originalname))
  },
})

zip.getEntries().forEach((entry) => {
  // ruleid: javascript-path-traversal-zip-slip
  fs.writeFileSync(path.join('out', entry.entryName), entry.getData())
  const target = path.resolve('out', entry.entryName)
  if (!target.startsWith(path.resolve('out') + path.sep)) return
  // ok: javascript-path-traversal-zip-slip
  fs.writeFileSync(target, entry.getData())
})
stream.on('entry', (entry) => {
  // ruleid: javascript-path-traversal-zip-slip
  entry.pipe(fs.createWriteStream('out/' + entry.path))
  // ok: javascript-path-traversal-zip-slip
  entry.pipe(fs.createWriteStream('out/' + path.basename(entry.path)))
})
