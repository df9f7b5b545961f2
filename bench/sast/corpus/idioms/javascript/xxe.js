import express from 'express'
import libxmljs from 'libxmljs'
import { parseXml, parseXmlString } from 'libxmljs2'
import { XMLParser } from 'fast-xml-parser'
import xml2js from 'xml2js'
const app = express()
//// weak
app.post('/import', (req, res) => {
  res.json(libxmljs.parseXml(req.body, { noent: true }).root().text())
})
//// safe
app.post('/import', (req, res) => {
  res.json(libxmljs.parseXml(req.body, { noent: false }).root().text())
})
//// weak
app.post('/feed', (req, res) => {
  const doc = parseXml(req.body.xml, { noent: true, nonet: false })
  res.json(doc.get('//title').text())
})
//// safe
app.post('/feed', (req, res) => {
  const doc = parseXml(req.body.xml)
  res.json(doc.get('//title').text())
})
//// weak
app.post('/invoice', (req, res) => {
  const options = { noent: true, dtdload: true }
  res.json(parseXmlString(req.body.toString(), options).toString())
})
//// safe
app.post('/invoice', (req, res) => {
  res.json(new XMLParser().parse(req.body.toString()))
})
//// weak
app.post('/soap', async (req, res) => {
  const doc = await libxmljs.parseXmlAsync(req.body, { replaceEntities: true, noent: true })
  res.json(doc.toString())
})
//// safe
app.post('/soap', async (req, res) => {
  res.json(await xml2js.parseStringPromise(req.body))
})
